import { describe, expect, test } from '@jest/globals';
import { helpFor, oneFolder, type Program, readFlags } from './flags.ts';
import { readPort } from './port.ts';

const program = {
  name: 'start',
  purpose: 'runs it.',
  flags: { auth: 'Asks for credentials', sandbox: 'Plays time' },
} satisfies Program;

describe('the flags of a program', () => {
  test('are read, those that are absent are not set', () => {
    expect(readFlags(program, ['--sandbox'], {})).toEqual({ auth: false, sandbox: true, help: false, words: [] });
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
  const counting = { ...program, counts: { replicas: { text: 'How many of each', preset: 1, most: 9 } } };

  test.each([
    [[], 1],
    [['--replicas', '2'], 2],
    [['--replicas=9'], 9],
  ])('is read from %j', (args, replicas) => {
    expect(readFlags(counting, args, {}).replicas).toBe(replicas);
  });

  test.each(['0', '10', '1.5', 'two', '-1'])('is refused as %j, with what there is', (text) => {
    expect(() => readFlags(counting, [`--replicas=${text}`], {})).toThrow(
      /--replicas must be a whole number from 1 to 9\.[^]*--replicas <n>  How many of each \(1\)/,
    );
  });
});

describe('a text of a program', () => {
  const filtering = { ...program, values: { only: { takes: '<case,…>', text: 'These alone' } } };

  test('is read, and absent without its flag', () => {
    expect(readFlags(filtering, ['--only', '1-,13-'], {}).only).toBe('1-,13-');
    expect(readFlags(filtering, [], {}).only).toBeUndefined();
  });

  test('is refused when it is missing', () => {
    expect(() => readFlags(filtering, ['--only'], {})).toThrow(/'--only <value>' argument missing[^]*--only <case,…>/);
  });
});

describe('the words of a program', () => {
  const packing = { ...program, words: oneFolder };

  test('are read', () => {
    expect(readFlags(packing, ['dist', '--auth'], {})).toMatchObject({ words: ['dist'], auth: true });
  });

  test('are refused with a reason and the help', () => {
    expect(() => readFlags(packing, ['a', 'b'], {})).toThrow(/^Only one folder[^]*npm start -- \[folder\] \[flags\]/);
  });

  test('may be missing when help is asked for', () => {
    const naming = { ...program, words: { takes: 'a|b', fault: () => 'Name one' } };
    expect(readFlags(naming, ['--help'], {}).help).toBe(true);
    expect(() => readFlags(naming, [], {})).toThrow('Name one.');
  });
});

describe('a port of the environment', () => {
  test.each([
    [undefined, 8080],
    ['', 8080],
    [' ', 8080],
    ['0', 0],
    ['65535', 65_535],
  ])('%j is %d', (text, port) => {
    expect(readPort('GATEWAY_PORT', 8080, { GATEWAY_PORT: text })).toBe(port);
  });

  test.each(['abc', '-1', '65536', '80.5', '8080x', '1e3'])('%j is refused', (text) => {
    expect(() => readPort('GATEWAY_PORT', 8080, { GATEWAY_PORT: text })).toThrow(
      `GATEWAY_PORT must be a port from 0 to 65535, not "${text}".`,
    );
  });
});
