import { expect, test } from '@jest/globals';
import { type MemberRoles, membersBeyond, pathPattern, rolesAmong, routes } from '@staycover/api';
import { type StartCall, startCalls } from '../../../libs/portal/src/data/start-calls.ts';

const story = { organization: 'acme', deal: 'D-1', policy: 'p-1', invoice: 'i-1' };

/** The roles that a call needs for its route and each member of its body. */
const readRoles = ({ method, path, body }: StartCall): readonly string[] => {
  const matching = routes.find(
    (route) => route.method === method.toLowerCase() && pathPattern(route).test(path(story)),
  );
  const { role } = matching!;
  if (typeof role === 'string') return role === 'none' ? [] : [role];
  return rolesAmong(membersBeyond([], role as MemberRoles, { ...body(story) }));
};

const calls = [...startCalls(true), startCalls(false)[0]!].map((call) => [call.title, call] as const);

test.each(calls)('the start page names the role for its call: %s', (_title, call) => {
  expect(readRoles(call)).toEqual(call.role === undefined ? [] : [call.role]);
});
