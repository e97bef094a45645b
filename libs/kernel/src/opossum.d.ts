declare module 'opossum' {
  type Options = {
    timeout?: number | false;
    errorThresholdPercentage?: number;
    resetTimeout?: number;
    rollingCountTimeout?: number;
    volumeThreshold?: number;
    rollingPercentilesEnabled?: boolean;
    /** True for errors that do not count as failures of the supplier. */
    errorFilter?: (error: unknown) => boolean;
  };

  export default class CircuitBreaker<Args extends unknown[], Result> {
    constructor(action: (...args: Args) => Promise<Result>, options?: Options);
    fire(...args: Args): Promise<Result>;
    close(): void;
    shutdown(): void;
    readonly opened: boolean;
    readonly halfOpen: boolean;
    on(event: 'open' | 'close' | 'halfOpen', listener: () => void): this;
  }
}
