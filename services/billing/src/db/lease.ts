/** Until when a worker has what it took, unless it prolongs that; then another takes it over. */
export const LEASE = `now() + interval '2 minutes'`;
