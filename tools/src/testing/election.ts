/** An election of the cover of a property. */
export const electionFor = (propertyId: string) => ({
  electionId: `el-${propertyId}`,
  scopeType: 'PROPERTY' as const,
  scopeId: propertyId,
  action: 'INCLUDE' as const,
  property: { propertyId, propertyName: propertyId, state: 'FL', country: 'US' },
});
