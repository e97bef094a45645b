/** The services whose state changes only by libs/change. */
export const onTheSeam = ['claims', 'contract', 'policy', 'renewal'];
