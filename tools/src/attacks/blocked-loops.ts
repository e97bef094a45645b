// Preloaded into a service: records whenever its event loop was blocked for too long. Measures the CPU time of the
// thread, so that a busy machine causes no false alarm.
import { appendFileSync } from 'node:fs';

const LOOK_EVERY_MS = 5;
const MOST_MS = Number(process.env['BLOCKED_FROM_MS'] ?? 100);
const service = /services\/(\w+)\//.exec(process.argv[1] ?? '')?.[1];
const file = process.env['BLOCKED_LOOPS_FILE'];

if (service && file) {
  const computed = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const write = (blockedMs: number): void =>
    appendFileSync(file, `${JSON.stringify({ service, blockedMs, at: Date.now() })}\n`);
  let last = { wall: performance.now(), computed: computed() };
  write(0);
  setInterval(() => {
    const now = { wall: performance.now(), computed: computed() };
    const blockedMs = Math.min(now.wall - last.wall, now.computed - last.computed);
    if (blockedMs > MOST_MS) write(blockedMs);
    last = { wall: performance.now(), computed: computed() };
  }, LOOK_EVERY_MS).unref();
}
