/** Loaded only: pdfkit uses it. */
declare module 'fontkit';
