import { appendFileSync } from 'node:fs';
import { useBundled } from '../libraries/bundle.ts';

// Loaded before a service: notes each statement that it sends to PostgreSQL, once, in the file STATEMENTS_FILE.
const file = process.env['STATEMENTS_FILE'];
const service = /services\/(\w+)\//.exec(process.argv[1] ?? '')?.[1];

/** The two ways in which the driver sends statements: with parameters, and without. */
type Connection = { parse(query: { text: string }): void; query(text: string): void };

if (file && service) {
  const known = new Set<string>();
  const note = (text: string): void => {
    if (known.has(text)) return;
    known.add(text);
    appendFileSync(file, `${JSON.stringify({ service, text })}\n`);
  };
  await useBundled();
  const { default: pg } = await import('pg');
  const driver = (pg as unknown as { Connection: { prototype: Connection } }).Connection.prototype;
  const { parse, query } = driver;
  Object.assign(driver, {
    parse(this: Connection, ...args: Parameters<Connection['parse']>) {
      note(args[0].text);
      return parse.apply(this, args);
    },
    query(this: Connection, ...args: Parameters<Connection['query']>) {
      note(args[0]);
      return query.apply(this, args);
    },
  });
}
