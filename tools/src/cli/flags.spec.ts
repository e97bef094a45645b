import { describe, expect, test } from '@jest/globals';
import { helpFor, type Program, readFlags } from './flags.ts';
import { portOf } from './port.ts';

const program: Program<'auth' | 'sandbox'> = {
  name: 'start',
  purpose: 'runs it.',
  flags: { auth: 'Asks for credentials', sandbox: 'Plays time' },
};

describe('the flags of a program', () => {
  test('are read, those that are absent are not set', () => {
    expect(readFlags(program, ['--sandbox'], {})).toEqual({ auth: false, sandbox: true, help: false });
  });

  test('are listed by its help', () => {
    expect(helpFor(program)).toBe(`npm start -- [flags]: runs it.

  --auth     Asks for credentials
  --sandbox  Plays time
  --help     Prints this`);
  });

  test.each([
    [['--snadbox'], /^Unknown option '--snadbox'/],
    [['--auth=yes'], /^Option '--auth' does not take an argument/],
    [['sandbox'], /^Unexpected argument 'sandbox'/],
    [['-s'], /^Unknown option '-s'/],
  ])('%j is refused with the flags that there are', (args, reason) => {
    expect(() => readFlags(program, args, {})).toThrow(reason);
    expect(() => readFlags(program, args, {})).toThrow('--sandbox  Plays time');
  });

  test('that npm kept for itself are refused with how to pass them', () => {
    const env = { npm_config_auth: 'true' };
    expect(() => readFlags(program, [], env)).toThrow('npm kept --auth for itself: write npm start -- --auth');
    expect(readFlags(program, ['--auth'], env).auth).toBe(true);
  });
});

describe('a number of a program', () => {
  const counting = { ...program, counts: { replicas: 'So many of each' } };

  test.each([
    [[], 1],
    [['--replicas', '2'], 2],
    [['--replicas=9'], 9],
  ])('is read from %j', (args, replicas) => {
    expect(readFlags(counting, args, {}).replicas).toBe(replicas);
  });

  test.each(['0', '10', '1.5', 'two', '-1'])('is refused as %j, with what there is', (text) => {
    expect(() => readFlags(counting, [`--replicas=${text}`], {})).toThrow(
      /--replicas must be a whole number from 1 to 9\.[^]*--replicas <n>  So many of each/,
    );
  });
});

describe('a port of the environment', () => {
  test.each([
    [undefined, 8080],
    ['', 8080],
    ['0', 0],
    ['65535', 65_535],
  ])('%j is %d', (text, port) => {
    expect(portOf('GATEWAY_PORT', 8080, { GATEWAY_PORT: text })).toBe(port);
  });

  test.each(['abc', '-1', '65536', '80.5', '8080x', '1e3', ' '])('%j is refused', (text) => {
    expect(() => portOf('GATEWAY_PORT', 8080, { GATEWAY_PORT: text })).toThrow(
      `GATEWAY_PORT must be a port from 0 to 65535, not "${text}".`,
    );
  });
});
