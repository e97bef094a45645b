/** Problems of requests that the gateway refuses before it looks at their path. */
export const edgeProblems = {
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    description: 'The address or the headers of the request cannot be read, or a header is there twice.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    description: 'The request did not arrive within 15 seconds.',
  },
  'foreign-origin': {
    status: 403,
    title: 'Foreign origin',
    description:
      'Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.',
  },
  'misdirected-request': {
    status: 421,
    title: 'Misdirected request',
    description:
      'The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`.',
  },
  'headers-too-long': {
    status: 431,
    title: 'Headers too long',
    description: 'The address and the headers are longer than 16 KiB together.',
  },
} as const;
