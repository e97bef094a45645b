// Its own types describe a default export, which the module that Node loads does not have.
declare module 'bidi-js' {
  type Embedding = { levels: Uint8Array };

  /** The part of the library that is used here. */
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string): Embedding;
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
    getReorderedIndices(text: string, embedding: Embedding): number[];
  };
}
