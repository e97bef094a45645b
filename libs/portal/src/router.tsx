import { createRootRouteWithContext, createRoute, createRouter, retainSearchParams } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { PlatformFacts } from './data/platform.ts';
import { onChoice, preferences } from './data/preferences.ts';
import { pageSearch, parseAddress, printAddress } from './data/search.ts';
import { AccountPage } from './pages/account.tsx';
import { ClaimPage } from './pages/claim.tsx';
import { ClaimsPage } from './pages/claims.tsx';
import { DealPage } from './pages/deal.tsx';
import { DealsPage } from './pages/deals.tsx';
import { EventsPage } from './pages/events.tsx';
import { InvoicePage } from './pages/invoice.tsx';
import { InvoicesPage } from './pages/invoices.tsx';
import { MailPage } from './pages/mail.tsx';
import { MailsPage } from './pages/mails.tsx';
import { OperationsPage } from './pages/operations.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { PoliciesPage } from './pages/policies.tsx';
import { PolicyPage } from './pages/policy.tsx';
import { RenewalsPage } from './pages/renewals.tsx';
import { StartPage } from './pages/start.tsx';
import { TimelinePage } from './pages/timeline.tsx';
import { WebhookPage } from './pages/webhook.tsx';
import { WebhooksPage } from './pages/webhooks.tsx';
import { Frame } from './ui/frame.tsx';
import { NoSuchPage } from './ui/states.tsx';

const rootRoute = createRootRouteWithContext<{ platform: PlatformFacts }>()({
  component: Frame,
  notFoundComponent: NoSuchPage,
  validateSearch: pageSearch,
  search: { middlewares: [retainSearchParams(['org'])] },
});

const page = <Path extends string>(path: Path, Page: () => ReactNode) => {
  const component = () => {
    // Another zone: every time on the page is written anew.
    useSyncExternalStore(onChoice, preferences);
    return <Page />;
  };
  return createRoute({ getParentRoute: () => rootRoute, path, component });
};

const routeTree = rootRoute.addChildren([
  page('/', OverviewPage),
  page('/start', StartPage),
  page('/deals', DealsPage),
  page('/deals/$id', DealPage),
  page('/policies', PoliciesPage),
  page('/policies/$id', PolicyPage),
  page('/invoices', InvoicesPage),
  page('/invoices/$id', InvoicePage),
  page('/account', AccountPage),
  page('/renewals', RenewalsPage),
  page('/claims', ClaimsPage),
  page('/claims/$id', ClaimPage),
  page('/events', EventsPage),
  page('/operations', OperationsPage),
  page('/timeline/$id', TimelinePage),
  page('/mails', MailsPage),
  page('/mails/$id', MailPage),
  page('/webhooks', WebhooksPage),
  page('/webhooks/$id', WebhookPage),
]);

/** The pages by their addresses. */
export const createPortalRouter = (platform: PlatformFacts) =>
  createRouter({
    routeTree,
    context: { platform },
    defaultPreload: false,
    scrollRestoration: true,
    parseSearch: parseAddress,
    stringifySearch: printAddress,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
