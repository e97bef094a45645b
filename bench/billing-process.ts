import { compose, readConfig } from '@staycover/billing-service';

// The billing service alone in a process, on 20 November 2026, which reports its memory to its parent.
const { url } = await compose(readConfig(), { clock: () => Temporal.Instant.from('2026-11-20T09:30:00Z') });
process.on('message', () => {
  // Twice, as what the first round frees lets go of buffers.
  globalThis.gc!();
  globalThis.gc!();
  process.send!(process.memoryUsage());
});
process.send!({ url });
