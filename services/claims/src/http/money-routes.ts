import { addClaimPayout as payoutRoute, setClaimReserve as reserveRoute } from '@staycover/api';
import { type CommandDeps, createContext, oncePerKey } from '@staycover/change';
import { handle, type Route } from '@staycover/http';
import { rateFromNumber } from '@staycover/kernel';
import { addPayout } from '../domain/payout.ts';
import { setReserve } from '../domain/reserve.ts';
import { changeMoney } from '../use-cases/change-money.ts';
import { plainDate } from '../wire/submission.ts';
import { claimAnswer } from './routes.ts';

/** What is set aside and paid for claims. */
export const moneyRoutes = (platform: CommandDeps): Route[] => [
  handle(reserveRoute, async (request) => {
    const { params, body, ifMatch } = request;
    const asked = { amount: rateFromNumber(body.amount), note: body.note ?? null };
    return claimAnswer(
      await changeMoney(platform.database, createContext(platform, request), { id: params.id, ifMatch }, [], (claim) =>
        setReserve(claim, asked),
      ),
    );
  }),

  handle(payoutRoute, (request) =>
    oncePerKey(platform, payoutRoute, request, async (work) => {
      const { params, body, ifMatch, actor } = request;
      const context = createContext(platform, request);
      const asked = {
        amount: rateFromNumber(body.amount),
        paidOn: plainDate(body.paidOn) ?? undefined,
        payee: body.payee ?? null,
        reference: body.reference ?? null,
        reverses: body.reverses ?? null,
        recordedBy: actor.id,
      };
      const claim = await changeMoney(work, context, { id: params.id, ifMatch }, ['moved'], (before) =>
        addPayout(before, asked, context),
      );
      return { ...claimAnswer(claim), status: 201 };
    }),
  ),
];
