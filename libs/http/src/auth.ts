import { anonymous, type Actor } from '@staycover/kernel';
import type { Request } from 'express';

const actors = new WeakMap<Request, Actor>();

/** Remembers who makes this request, for the handlers behind. */
export const setActor = (request: Request, actor: Actor): void => void actors.set(request, actor);

/** Who makes this request; `anonymous` for all organizations when authentication is off. */
export const actorOf = (request: Request): Actor => actors.get(request) ?? anonymous;
