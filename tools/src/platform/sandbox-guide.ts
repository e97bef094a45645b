/** How days are played; the demo brings no token, so it is left out where the platform asks for one. */
export const sandboxGuide = (gatewayUrl: string, token: string | undefined): string => {
  const year = token ? '' : '  npm run demo -- --year       a year of a hundred policies\n';
  const credential = token ? ` \\\n    -H 'Authorization: Bearer ${token}'` : '';
  return `

Time can be played:
${year}  curl ${gatewayUrl}/sandbox/clock -H 'Content-Type: application/json' -d '{"advanceDays":30}'${credential}`;
};
