/** The services whose state changes only by libs/change. */
export const onTheSeam = ['contract', 'policy', 'renewal'];
