declare module 'pdfkit' {
  type TextOptions = {
    width?: number;
    align?: 'left' | 'right';
    lineBreak?: boolean;
    height?: number;
    ellipsis?: boolean;
  };

  /** The part of the library that is used here. */
  export class PDFDocument {
    constructor(options: {
      size: string;
      margins: Record<'top' | 'bottom' | 'left' | 'right', number>;
      info: Record<string, string>;
      lang: string;
      /** Viewers show the title, not the name of the file. */
      displayTitle: boolean;
    });
    page: { width: number; height: number };
    /** The font in use; its first width is that of the sign for what it lacks. */
    _font: { widths: number[] };
    on(event: 'data', listener: (chunk: Buffer) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    registerFont(name: string, path: string): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    widthOfString(text: string): number;
    heightOfString(text: string, options?: TextOptions): number;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    addPage(): this;
    end(): void;
  }
}
