// Loaded before a service: moves its clock by SKEWED_CLOCKS, e.g. `renewal=600000,billing=-600000` (milliseconds).
const skews = new Map(
  (process.env['SKEWED_CLOCKS'] ?? '').split(',').map((pair) => pair.split('=') as [string, string]),
);
const service = /services\/(\w+)\//.exec(process.argv[1] ?? '')?.[1] ?? '';
const milliseconds = Number(skews.get(service) ?? 0);

if (milliseconds !== 0) {
  const { now } = Date;
  const instant = Temporal.Now.instant.bind(Temporal.Now);
  globalThis.Date = class extends Date {
    constructor(...values: []) {
      super(...((values.length === 0 ? [now() + milliseconds] : values) as []));
    }
    static override now = (): number => now() + milliseconds;
  } as DateConstructor;
  const skewed = (): Temporal.Instant => instant().add({ milliseconds });
  Object.assign(Temporal.Now, {
    instant: skewed,
    zonedDateTimeISO: (zone: string) => skewed().toZonedDateTimeISO(zone),
    plainDateISO: (zone: string) => skewed().toZonedDateTimeISO(zone).toPlainDate(),
  });
}
