import { describe, expect, test } from '@jest/globals';
import { isDatabaseAway, isDatabaseUnavailable, OutcomeUnknown, translateError } from './errors.ts';

const failure = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('a database that fails', () => {
  test.each([
    ['08006', 'the connection failed'],
    ['53300', 'too many connections'],
    ['57P01', 'the administrator ended it'],
    ['57P03', 'it is starting'],
    ['25006', 'it was the primary, and may only be read now'],
    ['ECONNRESET', 'the socket was cut'],
    ['ECONNREFUSED', 'nothing listens'],
    ['EHOSTUNREACH', 'its machine is gone'],
    ['ENETUNREACH', 'no way leads there'],
    ['EADDRNOTAVAIL', 'no port is left to ask it from'],
    ['28P01', 'its password was changed'],
    ['28000', 'the role may not log in'],
    ['CERT_HAS_EXPIRED', 'its certificate has ended'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is new'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is of another name'],
  ])('is unavailable with %s (%s)', (code) => {
    expect(isDatabaseAway(failure(code))).toBe(true);
    expect(isDatabaseUnavailable(failure(code))).toBe(true);
  });

  test('is unavailable when the socket of a server that was stopped is not there', () => {
    expect(isDatabaseAway(Object.assign(failure('ENOENT'), { syscall: 'connect' }))).toBe(true);
    expect(isDatabaseAway(Object.assign(failure('ENOENT'), { syscall: 'open' }))).toBe(false);
  });

  test.each([
    ['57014', 'a statement took too long'],
    ['55P03', 'a lock was not to be had'],
    ['25P03', 'a transaction stood idle'],
  ])('with %s (%s) is there, and cannot do this one thing now', (code) => {
    expect(isDatabaseAway(failure(code))).toBe(false);
    expect(isDatabaseUnavailable(failure(code))).toBe(true);
  });

  test.each(['23505', '22P02', '42P01'])('with %s is there, and the program or its input is wrong', (code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(false);
  });

  test('is seen through errors that wrap its own', () => {
    expect(isDatabaseAway(new Error('wrapped', { cause: failure('57P01') }))).toBe(true);
    expect(isDatabaseAway(new OutcomeUnknown(failure('ECONNRESET')))).toBe(true);
  });

  test.each([
    ['25006', 'may only be read', false],
    ['28P01', 'takes no password', false],
    ['53100', 'has no room left on its disk', false],
    ['53200', 'is out of memory', false],
    ['57P01', 'is ended', true],
    ['ECONNRESET', 'is cut off', true],
  ])('with %s during a write: it %s, and the outcome is unknown: %s', (code, _what, isUnknown) => {
    expect(translateError(failure(code)) instanceof OutcomeUnknown).toBe(isUnknown);
  });

  test.each([
    ['query_wait_timeout', false],
    ['server login has been failing, cached error: connect failed (server_login_retry)', false],
    ['pgbouncer cannot connect to server', false],
    ['server conn crashed?', true],
  ])('of a write, PgBouncer reports "%s": its outcome is unknown: %s', (message, isUnknown) => {
    const error = Object.assign(new Error(message), { code: '08P01' });
    expect(translateError(error) instanceof OutcomeUnknown).toBe(isUnknown);
  });
});
