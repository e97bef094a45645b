/** The services that change their state only through libs/change. */
export const onTheSeam = ['billing', 'claims', 'contract', 'policy', 'renewal'];
