import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  archivePostgres,
  archiveRest,
  asRestored,
  asStandby,
  backUpPostgres,
  commitOnStandby,
  findPostgres,
  freePort,
  type PostgresOptions,
  type PostgresSettings,
  promotePostgres,
  reserveWal,
  type Server,
  untilPrimary,
} from '@staycover/infra';
import { type Proxy, startProxy } from '@staycover/testing';
import { end } from './signals.ts';

/** A standby that has each commit of the primary. */
type Standby = { name: string; server: Server; options: PostgresOptions };
type Backup = { dataDir: string; archive: string };

/** A PostgreSQL with a proxy before it, to be killed, copied, restored and replaced by its standby. */
export type PostgresStand = {
  /** The way to whichever server is the primary. */
  way: Proxy;
  /** The primary itself, past the proxy. */
  readonly url: string;
  /** Starts the primary where it was. */
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Copies the primary, and has its WAL archived from then on; `usual` settings must have `archive_mode`. */
  backUp(): Promise<Backup>;
  /** Waits until the archive has all WAL so far. */
  archive(): Promise<void>;
  /** Throws away what the dead primary had: its disk is lost. */
  loseDisk(): Promise<void>;
  /** Lets a server on a backup take the dead primary's place, as it was at a moment. */
  restore(backup: Backup, moment: string): Promise<void>;
  /** Adds a standby, without which no commit is acknowledged any more. */
  addStandby(): Promise<Standby>;
  /** Makes a standby the primary. */
  failOver(standby: Standby): Promise<void>;
  stop(): Promise<void>;
};

export const standPostgres = async (directory: string, usual: PostgresSettings = {}): Promise<PostgresStand> => {
  const seat = await takeSeat(directory, usual);
  const { way } = seat;
  return {
    way,
    get url() {
      return seat.primary().url;
    },
    start: async () => seat.succeed(await seat.begin(seat.options()), seat.options()),
    end: (signal) => end(seat.primary(), signal),
    loseDisk: () => rm(seat.options().dataDir, { recursive: true, maxRetries: 5 }),
    ...copies(directory, seat),
    stop: seat.stop,
  };
};

/** Which server is the primary, and how servers are started beside it. */
type Seat = {
  way: Proxy;
  primary(): Server;
  options(): PostgresOptions;
  /** Where another server may be. */
  another(): Promise<PostgresOptions>;
  begin(options: PostgresOptions, more?: PostgresSettings): Promise<Server>;
  /** Makes a server the primary. */
  succeed(server: Server, its: PostgresOptions): void;
  stop(): Promise<void>;
};

const takeSeat = async (directory: string, usual: PostgresSettings): Promise<Seat> => {
  let number = 1;
  const running = new Set<Server>();
  const another = async (): Promise<PostgresOptions> => {
    const dataDir = join(directory, `postgres-${number++}`);
    return { dataDir, ephemeral: false, port: await freePort(), say: () => undefined, settings: usual };
  };
  const begin: Seat['begin'] = async (wanted, more) => {
    const server = await findPostgres({ ...wanted, settings: { ...usual, ...more } });
    running.add(server);
    return server;
  };
  let options = await another();
  let primary = await begin(options);
  const way = await startProxy(primary.url);
  return {
    way,
    primary: () => primary,
    options: () => options,
    another,
    begin,
    succeed(server, its) {
      if (server.url !== primary.url) way.lead(server.url);
      primary = server;
      options = its;
    },
    async stop() {
      await way.close();
      await Promise.all([...running].map((server) => server.stop()));
    },
  };
};

type Copies = Pick<PostgresStand, 'backUp' | 'archive' | 'restore' | 'addStandby' | 'failOver'>;

const copies = (directory: string, { primary, another, begin, succeed }: Seat): Copies => ({
  async backUp() {
    const [{ dataDir }, archive] = [await another(), join(directory, 'archive')];
    await archivePostgres(primary().url, archive);
    await backUpPostgres(primary().url, dataDir);
    return { dataDir, archive };
  },
  archive: () => archiveRest(primary().url),
  async restore(backup, moment) {
    const wanted = await another();
    const settings = await asRestored(backup.dataDir, wanted.dataDir, { archive: backup.archive, until: moment });
    const server = await begin(wanted, settings);
    await untilPrimary(server.url);
    succeed(server, wanted);
  },
  async addStandby() {
    const wanted = await another();
    const name = basename(wanted.dataDir).replace('-', '_');
    await reserveWal(primary().url, name);
    await backUpPostgres(primary().url, wanted.dataDir);
    const server = await begin(wanted, await asStandby(wanted.dataDir, primary().url, name));
    await commitOnStandby(primary().url, name);
    return { name, server, options: wanted };
  },
  async failOver({ server, options: its }) {
    await promotePostgres(server.url);
    succeed(server, its);
  },
});
