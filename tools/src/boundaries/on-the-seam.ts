/** The services whose state changes only by libs/change. */
export const onTheSeam = ['billing', 'claims', 'contract', 'policy', 'renewal'];
