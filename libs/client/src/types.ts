// Generated from the OpenAPI document by `npm run docs:write`; a spec fails when it is not up to date.
export interface paths {
    "/api/account/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization owes
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/{organizationId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of the ledger of an organization
         * @description In all currencies, by the day on which they were posted.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listAccountEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/{organizationId}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ledger of an organization
         * @description Every entry sums to 0. At most 10,000 postings: ask for fewer days. With `Accept` for HTML or PDF it is a document for the customer, with what is owed only.
         *
         *     Rules between query parameters:
         *
         *     - `to` must not be below from
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/followup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow-up questions and a preliminary amount for a draft claim
         * @description The assessment advises; it never decides.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `write` when authentication is on.
         */
        post: operations["assessFollowup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List claims
         * @description Without a filter: all that the caller may see.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listClaims"];
        put?: never;
        /**
         * Submit a claim, or a draft
         * @description Needs the role `write`, or the claim token of the reservation, which then gives organization and reservation. A draft can be submitted again, as a draft or finally. A claim for an unknown reservation is stored, and linked when the reservation comes. Claims with a token are limited: 10 submissions and lookups a minute (429), 20 claims a reservation (400).
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         */
        post: operations["submitClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claim/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a claim
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getClaim"];
        /**
         * Add to a claim
         * @description Single values are replaced; documents, addresses and answers are added. Once the claim is decided, callers without the role `adjust` only add (409).
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `write` when authentication is on.
         */
        put: operations["updateClaim"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claim/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed the claim, when, from what to what
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getClaimAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claim/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a claim
         * @description Possible in UNDER_REVIEW. The cover on the night of the damage is looked up again and stored. The same decision again changes nothing. Moving the claim back to UNDER_REVIEW takes the decision back, if nothing was paid out.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `adjust` when authentication is on.
         */
        post: operations["decideClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claim/{id}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a payout of an approved claim, or take one back
         * @description Payouts are recorded, no money is moved. Together they are at most what was approved; when all of it is paid the claim is PAID. One with a negative amount and `reverses` takes a payout back: a PAID claim is APPROVED again.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `adjust` when authentication is on.
         */
        post: operations["addClaimPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claim/{id}/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set aside what a claim will cost
         * @description Until it is decided. An approval reserves what it approves; a denial, a withdrawal and the end of a claim release what is left. The same amount again changes nothing.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `adjust` when authentication is on.
         */
        put: operations["setClaimReserve"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claim/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a claim to another state
         * @description APPROVED and DENIED come from a decision, PAID from payouts. SUBMITTED and WITHDRAWN need the role `write`, the others the role `adjust`. The same state again changes nothing.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs, when authentication is on, one of the roles `write`, `adjust`.
         */
        patch: operations["setClaimStatus"];
        trace?: never;
    };
    "/api/claim/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count claims by state, and what the loss funds held by month
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getClaimSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contract/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contract
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getContract"];
        /**
         * Change a contract
         * @description Changes only the members in the body.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs, when authentication is on, the role of every member that the body has:
         *
         *     - `write`: `legalBusinessName`, `legalRegisteredAddress`, `signatoryName`, `signatoryEmail`, `signatoryTitle`, `notes`
         *     - `underwrite`: `effectiveDate`, `expirationDate`, `termMonths`, `autoRenew`, `renewalTermMonths`, `cancellationNoticeDays`, `bookingCoverageScope`, `contractDocumentUrl`, `contractSigningProvider`, `contractSigningId`, `signedDate`, `pricingTier`, `baseRatePerNight`, `currency`, `customTerms`
         */
        put: operations["updateContract"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contract/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed the contract, when, from what to what
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getContractAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contract/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a contract to another state
         * @description Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `underwrite` when authentication is on.
         */
        patch: operations["setContractStatus"];
        trace?: never;
    };
    "/api/contract/organization/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contracts of an organization
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listContracts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened, as a list or live
         * @description With `Accept: text/event-stream` the events that come, as server-sent events; the filters hold there, too. Each `event` is an EventSummary under its position as id. `Last-Event-ID` goes on behind a position: 1,000 missed events at most are sent, else `reset` asks to read the list again; a slow reader gets it, too. `bye` ends a stream: with the token, after 30 minutes, or as the platform restarts; call again after a moment. A caller has at most 8 streams.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Without a filter: all that the caller may see.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invoice
         * @description JSON by default, or a document in HTML or PDF by `Accept`.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed the invoice, when, from what to what
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getInvoiceAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/{id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invoice as a document
         * @description The words and amounts of its HTML and PDF as JSON. The HTML and PDF are at `GET /api/invoice/{id}`, by `Accept`.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getInvoiceDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the lines of an invoice
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["explainInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/{id}/line-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lines of an invoice
         * @description In the order of `lineItems`; `cursor` is the position in it at which a page begins. The ETag is the version of the invoice.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listLineItems"];
        put?: never;
        /**
         * Add a manual adjustment
         * @description Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `finance` when authentication is on.
         */
        post: operations["addLineItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/{id}/line-items/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a manual adjustment
         * @description Needs the role `finance` when authentication is on.
         */
        delete: operations["removeLineItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invoice through the payment provider
         * @description Creates the provider's invoice, which is emailed to the customer, and moves the invoice to SENT.
         *
         *     Needs the role `finance` when authentication is on.
         */
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move an invoice to another state
         * @description If the invoice was sent through the payment provider, PAID and VOID first close it there.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `finance` when authentication is on.
         */
        patch: operations["setInvoiceStatus"];
        trace?: never;
    };
    "/api/invoice/generate/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bill the covered nights that are not billed yet
         * @description If the policy has a DRAFT, it is refreshed: its generated lines are made again, manual ones stay. With `dryRun=true` nothing is stored; the answer is the invoice that would be generated. With `dryRun=true` and a change of the policy as body, it is the invoice that would follow from the change; the caller needs the roles of that change, too. Without `dryRun` a body is ignored.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `finance` when authentication is on.
         */
        post: operations["generateInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoice/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was billed by month, and what is due
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getInvoiceSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the collected premium is for, and what the loss funds held by month
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mails
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail-contact/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read where mails to an organization go
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getMailContact"];
        /**
         * Set where mails to an organization go
         * @description Events from now on cause mails. Those that wait already go to this address, too. Without a contact an organization gets no mails.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `ops` when authentication is on.
         */
        put: operations["putMailContact"];
        post?: never;
        /**
         * Stop mails to an organization
         * @description Mails that wait are refused.
         *
         *     Needs the role `ops` when authentication is on.
         */
        delete: operations["deleteMailContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a mail
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Send a mail again, or note that it came back
         * @description Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `ops` when authentication is on.
         */
        patch: operations["setMailStatus"];
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who the caller is
         * @description What the platform takes the credentials of this call for.
         *
         *     Needs, when authentication is on, one of the roles `read`, `write`, `underwrite`, `finance`, `adjust`, `ops`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ops/{service}/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events that a service could not process
         * @description Oldest first. Operators see events of their own organizations; only operators of all organizations see events without a known one.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `ops` when authentication is on.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ops/{service}/dead-letters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a dead letter with its payload
         * @description Needs the role `ops` when authentication is on.
         */
        get: operations["getDeadLetter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ops/{service}/dead-letters/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard a dead letter
         * @description Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `ops` when authentication is on.
         */
        post: operations["discardDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ops/{service}/dead-letters/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process a dead letter again
         * @description The same handler processes it, under the same event id. If it was processed in the meantime, nothing happens. If it fails again, it stays a dead letter with the new reason.
         *
         *     Needs the role `ops` when authentication is on.
         */
        post: operations["replayDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ops/{service}/standing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of a service
         * @description Readiness, outbox, consumers, streams, dead letters and schedules of a service; for operators of all organizations.
         *
         *     Needs the role `ops` when authentication is on.
         */
        get: operations["getStanding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Those that the caller may see and that something happened to, by id.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Without a filter: all that the caller may see.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Record a payment
         * @description It pays the invoices that it names, then others by due date. The rest is held for the next invoice.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `finance` when authentication is on.
         */
        post: operations["receivePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay back a part of a payment
         * @description Cover stays as it is. The refund uses a credit, now or later; with GOODWILL it gets a credit note of its own.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `finance` when authentication is on.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/{id}/refunds/{refundId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Make a refund goodwill
         * @description A credit note with one manual line covers what is open of it. A second call changes nothing.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `finance` when authentication is on.
         */
        patch: operations["setRefundReason"];
        trace?: never;
    };
    "/api/payment/{id}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a payment that failed later
         * @description What it had paid is due again. A second call changes nothing.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `finance` when authentication is on.
         */
        post: operations["reversePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List policies
         * @description Without a filter: all that the caller may see.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listPolicies"];
        put?: never;
        /**
         * Create a policy
         * @description It starts PENDING. Enrollments are derived from its coverage elections.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `underwrite` when authentication is on.
         */
        post: operations["createPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a policy
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getPolicy"];
        /**
         * Change a policy
         * @description Changes only the members in the body. Once the policy was ACTIVE, members that decide cover or price change from `effectiveFrom` on. Elections by a caller without the role `underwrite` keep the plan and the rate that they have, or that the last election of their scope had.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs, when authentication is on, the role of every member that the body has:
         *
         *     - `write`: `name`, `partnerPolicyId`, `onboardingSource`, `additionalInsureds`, `coverageElections`
         *     - `underwrite`: `coverageElections[].planId`, `coverageElections[].rateOverridePerNight`, `effectiveFrom`, `contractId`, `coverage`, `ratePerNight`, `ratePerMonth`, `ratePerReservation`, `lossFundRatePerNight`, `billingFrequency`, `rateTableVersions`, `eligibilityOverrides`, `termStart`, `termEnd`, `autoRenew`, `productId`, `productCode`, `planId`, `appliesTo`, `supportedStates`, `supportedCountries`, `excludedPropertyTypes`, `coveredCategories`, `minNights`, `maxNights`, `categoryExclusions`, `selectedSelfCoverage`, `pricingSource`, `productLine`
         */
        put: operations["updatePolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed the policy, when, from what to what
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getPolicyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Certificate of insurance of a policy
         * @description Shows others that the policy is in force on a day, for which properties and up to which amounts. JSON by default, or a document in HTML or PDF by `Accept`.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the dated changes of a policy
         * @description In the order in which they were recorded. A policy that was never ACTIVE has none.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listPolicyChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/changes/{sequence}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw a change that is not in effect yet
         * @description It stays on the list as withdrawn. A second call changes nothing.
         *
         *     Needs the role `underwrite` when authentication is on.
         */
        delete: operations["withdrawPolicyChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/correction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct the past of a policy
         * @description Also possible after the end of the policy. The next invoice bills the difference; a credit goes out in the next night at the latest.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `underwrite` when authentication is on.
         */
        post: operations["correctPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/declarations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Declarations page of a policy
         * @description The policy as of a day: term, price, limits, conditions and each property that it covers. JSON by default, or a document in HTML or PDF by `Accept`.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getDeclarations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retired: enroll properties directly
         * @deprecated
         * @description Always answers 410. Enrollments follow from coverage elections.
         *
         *     Needs no role.
         */
        post: operations["enrollProperties"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/enrollments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the enrollments of a policy
         * @description Every enrollment, also ended ones, by property and first night.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listEnrollments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a policy to another state
         * @description With a later `effectiveDate` the new state is recorded, and takes effect on that day.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `underwrite` when authentication is on.
         */
        patch: operations["setPolicyStatus"];
        trace?: never;
    };
    "/api/policy/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count policies by state
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getPolicySummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renewal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List renewals
         * @description Without a filter: all that the caller may see. With `status=MANUAL_REVIEW`: those that wait for a person.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listAllRenewals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renewal/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a renewal
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getRenewal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renewal/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed the renewal, when, from what to what
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getRenewalAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renewal/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a renewal record to another state
         * @description SCHEDULED approves a review, and resumes a renewal that failed or was cancelled, as long as the policy has not ended.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `underwrite` when authentication is on.
         */
        patch: operations["setRenewalStatus"];
        trace?: never;
    };
    "/api/renewal/policy/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Renewal history of a policy
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listRenewals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renewal/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process all policies due for renewal
         * @description Waits up to 10 seconds for the end of the run, or as long as `Prefer: wait=N` asks, at most 60. An organization has at most 10 runs that have not ended; another one is 429 `rate-limited`. A repetition under the same `Idempotency-Key` answers the same run as it is now.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `underwrite` when authentication is on.
         */
        post: operations["processRenewals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renewal/process/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run of the renewal job
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getRenewalRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renewal/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the terms that end, by week
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getRenewalSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/renewal/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policies with a term that ends soon
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listUpcomingRenewals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/report/claims-bordereau": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The claims of a month
         * @description Those that moved in it and those that were open at its end, as they were then. A past month does not change. JSON, or CSV (RFC 4180) where `Accept` prefers text/csv; text that a spreadsheet would run gets an apostrophe.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getClaimsBordereau"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/report/loss-fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The loss funds of policies from one day to another
         * @description JSON, or CSV (RFC 4180) where `Accept` prefers text/csv; text that a spreadsheet would run gets an apostrophe.
         *
         *     Rules between query parameters:
         *
         *     - `to` must not be below from
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getLossFund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/report/premium-bordereau": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was billed in a month, line by line
         * @description By the day on which an invoice or credit note went out; a void takes its lines back on its own day. A past month does not change. JSON, or CSV (RFC 4180) where `Accept` prefers text/csv; text that a spreadsheet would run gets an apostrophe.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getPremiumBordereau"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/report/receivables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization owes at the end of a day, by age
         * @description JSON, or CSV (RFC 4180) where `Accept` prefers text/csv; text that a spreadsheet would run gets an apostrophe.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getReceivables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a reservation
         * @description As its booking system has it now. It replaces the earlier record. The answer is that of a lookup.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `write` when authentication is on.
         */
        post: operations["stateReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservation/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up a reservation
         * @description By claim token, which is a credential of its own, or by reservation reference. Callers with the role read find the references of their own organizations; guests need the `arrivalDate` beside the reference. If nothing is found, or it belongs to another organization, or the date is missing, the answer is the same 404.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         */
        post: operations["lookupReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find contracts, policies, invoices, payments and claims
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tax-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tax rates
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listTaxRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tax-rate/{stateCode}/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a tax rate from a day on
         * @description For callers of all organizations, which share the rates. Another percentage for the same day replaces the earlier one. Invoices that were sent are not taxed again.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `ops` when authentication is on.
         */
        put: operations["putTaxRate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/timeline/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that happened to something
         * @description By its id, its reference, or a trace id: the events that name it, by time. A policy has those of its invoices, renewals and claims, a contract those of its policies.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Have events sent to an address
         * @description Events are sent as Standard Webhooks, in order for each thing that they happened to, and again for 5 days until the address answers 2xx within 15 s. The secret is in this answer only. The address must be public; redirects are not followed. There is no Idempotency-Key, since it would store the answer with the secret. A second call makes another endpoint.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `ops` when authentication is on.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoint/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Needs the role `read` when authentication is on.
         */
        get: operations["getWebhookEndpoint"];
        /**
         * Change a webhook endpoint
         * @description Changes only the members in the body. Events that wait already are still sent.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `ops` when authentication is on.
         */
        put: operations["updateWebhookEndpoint"];
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Needs the role `ops` when authentication is on.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoint/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a webhook endpoint
         * @description Newest first, for 30 days.
         *
         *     An unknown query parameter is a 400 that names it.
         *
         *     Needs the role `read` when authentication is on.
         */
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoint/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events to a webhook endpoint again
         * @description Events of the last 30 days that it subscribes to, delivered or not, under the same ids. While 10,000 events wait for an endpoint, another replay is 429 `rate-limited`.
         *
         *     Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `ops` when authentication is on.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoint/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new secret
         * @description For 24 hours, requests have the signatures of both secrets.
         *
         *     Needs the role `ops` when authentication is on.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoint/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pause or resume a webhook endpoint
         * @description Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.
         *
         *     Needs the role `ops` when authentication is on.
         */
        patch: operations["setWebhookEndpointStatus"];
        trace?: never;
    };
    "/api/webhook-endpoint/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Sends an event of the type insurance.insight.webhook-test.v1 once, at once, also to a paused endpoint.
         *
         *     Needs the role `ops` when authentication is on.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/crm/deal-closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a closed deal
         * @description Creates a contract and its first policy, once per organization and deal. Signed as Standard Webhooks or HubSpot v3.
         *
         *     Needs no role.
         */
        post: operations["receiveDeal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/payment/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a payment provider's event
         * @description Signed by the provider; each event id has one effect.
         *
         *     Needs no role.
         */
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What an organization owes, by currency */
        AccountBalance: {
            balances: {
                /** @description What the organization owes: due and open refunds less what is held */
                balance: number;
                currency: string;
                /** @description Amount in major units with the decimals of the currency */
                disputed: number;
                /** @description Of invoices that are out */
                due: number;
                /** @description Payments and credits that wait for the next invoice */
                held: number;
                /** @description Paid back, and not met by a credit yet */
                openRefunds: number;
                /** @description Of these, past their due date */
                overdue: number;
            }[];
            /** @description Organization, as the caller names it */
            organizationId: string;
        };
        /** @description An entry of the ledger of an organization */
        AccountEntry: {
            currency: string;
            /**
             * Format: uuid
             * @description UUID
             */
            entryId: string;
            /**
             * Format: date
             * @description Calendar date
             */
            postedOn: string;
            postings: {
                /** @enum {string} */
                account: "RECEIVABLE" | "CASH" | "BILLED" | "TAX" | "ADJUSTMENT" | "WRITTEN_OFF" | "DISPUTED";
                /** @description Debits above 0, credits below; all of them sum to 0 */
                amount: number;
                item: {
                    /** @enum {string} */
                    kind: "INVOICE" | "CREDIT_NOTE" | "PAYMENT" | "REFUND";
                    /** @description Of a refund, that of its payment */
                    reference: string;
                } | null;
                /**
                 * Format: uuid
                 * @description The invoice, credit note, payment or refund
                 */
                itemId: string;
                policyId: string | null;
            }[];
        };
        /** @description Another person or company that the policy insures */
        AdditionalInsured: {
            addedBy: string | null;
            effectiveFrom: string | null;
            effectiveTo: string | null;
            name: string;
            relationship: string | null;
        };
        /**
         * @description Another person or company that the policy insures
         *
         *     - `effectiveTo` must not be below effectiveFrom
         */
        AdditionalInsuredBody: {
            /** @description Defaults to the caller */
            addedBy?: string | null;
            effectiveFrom?: string | null;
            effectiveTo?: string | null;
            name: string;
            relationship?: string | null;
        };
        /** @description A preliminary assessment; it advises and never decides */
        AiAssessment: {
            assessedAt: string | null;
            confidence: ("LOW" | "MEDIUM" | "HIGH") | null;
            flags: string[];
            /** @description Answer by question */
            followupAnswers: {
                [key: string]: string;
            };
            followupQuestions: string[];
            reasoning: string | null;
            suggestedAmount: number | null;
            suggestedAmountMax: number | null;
            suggestedAmountMin: number | null;
        };
        /** @description Who gets what of a line, in minor units */
        Audiences: {
            /** @description The whole line */
            customerCents: number;
            /** @description Of it, the loss fund */
            organizationCents: number;
            /** @description Amount in minor units of the currency */
            partnerCents: number;
            /** @description Amount in minor units of the currency */
            serviceCostCents: number;
        };
        /** @description Who changed what, when, from what to what */
        AuditEntry: {
            /** @description Who did it */
            actor: string | null;
            /** @description Network address of the caller; shown to operators only */
            address: string | null;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            at: string;
            /** @description What changed, from what to what */
            changes: {
                /** @description As in the resource, with its rate tables; other nested values as they are stored; null if there was no value */
                after: unknown;
                /** @description As in the resource, with its rate tables; other nested values as they are stored; null if there was no value */
                before: unknown;
                member: string;
            }[];
            /**
             * @description Of the resource, or of a part of it, like a line
             * @enum {string}
             */
            kind: "ADDED" | "CHANGED" | "REMOVED";
            /** @description By what: a request, an event, a schedule */
            source: string | null;
            traceId: string | null;
            /** @description Version that it reached; null for a part of it */
            version: number | null;
        };
        /** @description From which day a policy does not cover any more, and why */
        Cancellation: {
            /**
             * Format: date
             * @description Calendar date
             */
            effectiveDate: string;
            note: string | null;
            /** @description One of AGREED, INSURED_REQUEST, INSURER_REQUEST, NON_PAYMENT; CORRECTION, CONTRACT_TERMINATED where a rule cancels */
            reason: string | null;
        };
        /** @description A claim for damage during a stay */
        Claim: {
            aiAssessment: components["schemas"]["AiAssessment"] | null;
            /** @description Kind of thing that was damaged */
            category: string | null;
            claimReference: string;
            claimUrls: {
                description: string | null;
                url: string;
            }[];
            cover: components["schemas"]["ClaimCover"] | null;
            /**
             * @description What of the cover the claim is about
             * @enum {string}
             */
            coverageType: "CONTENTS" | "DWELLING" | "LIABILITY";
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            /** @description Currency of the amounts; null where it is unknown */
            currency: string | null;
            damageDate: string | null;
            damageDescription: string | null;
            decision: components["schemas"]["ClaimDecision"] | null;
            documents: components["schemas"]["ClaimDocument"][];
            estimateAmount: number | null;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            organizationId: string;
            /** @description Paid out, less what was reversed */
            paidAmount: number;
            payouts: components["schemas"]["ClaimPayout"][];
            /** @description The policy that covers the damage */
            policyId: string | null;
            reservationId: number | null;
            reservationReferenceId: string | null;
            /** @description Set aside for what is still to be paid */
            reserveAmount: number;
            statusHistory: {
                changedBy: string;
                /**
                 * Format: date-time
                 * @description UTC timestamp
                 */
                date: string;
                status: components["schemas"]["ClaimStatus"];
            }[];
            statusId: number;
            statusName: components["schemas"]["ClaimStatus"];
            version: number;
        };
        /**
         * @description A claim or a draft; the same content again is the same claim under the same `claimId`, or without one under the same Idempotency-Key
         *
         *     - needs at least one of claimToken, reservationReferenceId, reservationId
         *     - `organizationId` is needed without a claimToken
         */
        ClaimBody: {
            /** @description Kind of thing that was damaged, as the categories of policies name it */
            category?: string | null;
            /** @description Made by this platform when the claim brings none */
            claimId?: string | null;
            /** @description In place of the organization and the reservation, for guests */
            claimToken?: string | null;
            claimUrls?: {
                description?: string | null;
                /** Format: uri */
                url: string;
            }[];
            /**
             * @description CONTENTS by default
             * @enum {string}
             */
            coverageType?: "CONTENTS" | "DWELLING" | "LIABILITY";
            damageDate?: string | null;
            damageDescription: string;
            documents?: {
                contentType?: string | null;
                fileName: string;
                fileSize?: number | null;
                publicUrl?: string | null;
                storageKey?: string | null;
                uploadedAt?: string | null;
            }[];
            /** @description false by default */
            draft?: boolean;
            estimateAmount?: number | null;
            organizationId?: string | null;
            reservationId?: number | null;
            reservationReferenceId?: string | null;
        };
        /** @description The cover on the night of the damage, as last looked up: at intake or at the decision */
        ClaimCover: {
            /** @description null: neither a policy nor the reservation knows */
            covered: boolean | null;
            deductible: number | null;
            flags: "BOUND_AFTER_LOSS"[];
            /** @description Of the stay and the type of cover */
            limit: number | null;
            minimumClaim: number | null;
            /** @description What the cover pays of the loss */
            payable: number | null;
            /** @description The policy that decides; null: none knows the property */
            policyId: string | null;
            policyVersion: number | null;
            /** @description Why not; null when it is covered */
            reason: ("NOT_ENROLLED" | "NOT_ELIGIBLE" | "NOT_BOUND" | "SUSPENDED" | "NOT_IN_FORCE" | "OUTSIDE_STAY" | "STAY_TOO_SHORT" | "STAY_TOO_LONG" | "EXCLUDED" | "NO_LIMIT") | null;
            /** @description What other approved claims of the stay and type have insured */
            used: number | null;
        };
        /** @description What was decided about a claim; taken back, it is gone */
        ClaimDecision: {
            approvedAmount: number;
            decidedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            decidedDate: string;
            denialReason: ("NO_COVER" | "OUTSIDE_STAY" | "BELOW_MINIMUM" | "EXCLUDED" | "LIMIT_EXHAUSTED" | "NOT_PROVEN" | "DUPLICATE" | "FRAUD" | "OTHER") | null;
            /** @description What of the loss counts against the limits */
            insuredAmount: number;
            lossAmount: number | null;
            note: string | null;
            /** @enum {string} */
            outcome: "APPROVE" | "DENY";
        };
        /**
         * @description What an adjuster decides about a claim
         *
         *     - `denialReason` is only for a denial
         *     - `approvedAmount` is only for an approval
         */
        ClaimDecisionBody: {
            /** @description At most what the cover pays, which is the default */
            approvedAmount?: number | null;
            /** @description Only to deny; OTHER by default */
            denialReason?: ("NO_COVER" | "OUTSIDE_STAY" | "BELOW_MINIMUM" | "EXCLUDED" | "LIMIT_EXHAUSTED" | "NOT_PROVEN" | "DUPLICATE" | "FRAUD" | "OTHER") | null;
            /** @description What was lost; the estimate by default */
            lossAmount?: number | null;
            note?: string | null;
            /** @enum {string} */
            outcome: "APPROVE" | "DENY";
        };
        /** @description A document of a claim, kept elsewhere */
        ClaimDocument: {
            contentType: string | null;
            fileName: string;
            fileSize: number | null;
            publicUrl: string | null;
            storageKey: string | null;
            uploadedAt: string | null;
        };
        /** @description A payment for a claim, made outside of this platform and recorded here */
        ClaimPayout: {
            /** @description Below 0 where it takes a payout back */
            amount: number;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: date
             * @description Calendar date
             */
            paidOn: string;
            payee: string | null;
            recordedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            recordedDate: string;
            reference: string | null;
            /** @description The payout that it takes back, in whole or in part */
            reverses: string | null;
        };
        /**
         * @description A payout that was made, or one that was taken back
         *
         *     - `amount` must be above 0, or below 0 with reverses
         *     - `payee` is needed unless the payout reverses one
         */
        ClaimPayoutBody: {
            /** @description Above 0; below 0 with `reverses` */
            amount: number;
            /** @description Today by default, never later */
            paidOn?: string | null;
            /** @description Needed unless it reverses a payout */
            payee?: string | null;
            /** @description What the payment is known by where the money is moved */
            reference?: string | null;
            /** @description The payout to take back, in whole or in part */
            reverses?: string | null;
        };
        /** @description What to set aside for a claim, as long as it is not decided */
        ClaimReserveBody: {
            /** @description Amount in major units, with no more decimals than its currency has */
            amount: number;
            note?: string | null;
        };
        /** @description A claim that moved in the month, or was open at its end, as it was then */
        ClaimsBordereauRow: {
            approvedAmount: number;
            category: string | null;
            claimReference: string;
            /** @enum {string} */
            coverageType: "CONTENTS" | "DWELLING" | "LIABILITY";
            currency: string | null;
            dateDecided: string | null;
            /**
             * Format: date
             * @description Calendar date
             */
            dateNotified: string;
            dateOfLoss: string | null;
            deductible: number | null;
            denialReason: ("NO_COVER" | "OUTSIDE_STAY" | "BELOW_MINIMUM" | "EXCLUDED" | "LIMIT_EXHAUSTED" | "NOT_PROVEN" | "DUPLICATE" | "FRAUD" | "OTHER") | null;
            lossAmount: number | null;
            paidThisMonth: number;
            paidToDate: number;
            policyReference: string | null;
            reserveOutstanding: number;
            /** @enum {string} */
            status: "DRAFT" | "SUBMITTED" | "UNDER_REVIEW" | "INFO_REQUESTED" | "APPROVED" | "DENIED" | "PAID" | "CLOSED" | "WITHDRAWN";
        };
        /**
         * @description State of a claim
         * @enum {string}
         */
        ClaimStatus: "DRAFT" | "SUBMITTED" | "UNDER_REVIEW" | "INFO_REQUESTED" | "APPROVED" | "DENIED" | "PAID" | "CLOSED" | "WITHDRAWN";
        /** @description The new state of the claim; other states come from a decision and its payouts */
        ClaimStatusBody: {
            /** @enum {string} */
            status: "SUBMITTED" | "UNDER_REVIEW" | "INFO_REQUESTED" | "CLOSED" | "WITHDRAWN";
        };
        /** @description How many claims there are in each state, and what the loss funds held by month */
        ClaimSummary: {
            /**
             * Format: date-time
             * @description When it was counted; of all organizations, up to a minute ago
             */
            asOf: string;
            currencies: {
                currency: string;
                months: {
                    /** @description What the loss funds held at the end of the month */
                    lossFund: number;
                    /** @description Calendar month */
                    month: string;
                    /** @description Paid out for claims in the month */
                    paid: number;
                }[];
            }[];
            /** @description States that there are */
            states: {
                count: number;
                /** @enum {string} */
                status: "DRAFT" | "SUBMITTED" | "UNDER_REVIEW" | "INFO_REQUESTED" | "APPROVED" | "DENIED" | "PAID" | "CLOSED" | "WITHDRAWN";
            }[];
        };
        /** @description A part of a line; the parts of a line sum to its amount */
        Component: {
            /** @description Amount in major units with the decimals of the currency */
            amount: number;
            code: string;
            taxable: boolean;
            treatment: components["schemas"]["LineCategory"];
        };
        /** @description A contract with an organization, made by a closed deal */
        Contract: {
            autoRenew: boolean;
            baseRatePerNight: number | null;
            bookingCoverageScope: string | null;
            cancellationNoticeDays: number;
            contractDocumentUrl: string | null;
            contractReference: string;
            contractSigningId: string | null;
            contractSigningProvider: string | null;
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            crmDealId: string;
            currency: string;
            customTerms: {
                termDescription: string;
                termName: string;
            }[];
            /**
             * Format: date
             * @description Calendar date
             */
            effectiveDate: string;
            /**
             * Format: date
             * @description Last day of the contract
             */
            expirationDate: string;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            legalBusinessName: string | null;
            legalRegisteredAddress: string | null;
            notes: string | null;
            /** @description Organization, as the caller names it */
            organizationId: string;
            pricingTier: string | null;
            renewalTermMonths: number;
            signatoryEmail: string | null;
            signatoryName: string | null;
            signatoryTitle: string | null;
            signedDate: string | null;
            status: components["schemas"]["ContractStatus"];
            termMonths: number;
            version: number;
        };
        /**
         * @description State of a contract
         * @enum {string}
         */
        ContractStatus: "DRAFT" | "ACTIVE" | "SUSPENDED" | "EXPIRED" | "TERMINATED";
        /** @description The state to move the contract to */
        ContractStatusBody: {
            status: components["schemas"]["ContractStatus"];
        };
        /**
         * @description A change of what was recorded for the past
         *
         *     - `maxNights` must not be below minNights
         *     - `lossFundRatePerNight` must not be above ratePerNight
         *     - `coverageElections` must not be more than 500 together with enrolledProperties
         */
        CorrectPolicyBody: {
            /**
             * @description MONTHLY by default
             * @enum {string}
             */
            billingFrequency?: "MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION";
            categoryExclusions?: {
                [key: string]: unknown;
            }[];
            coverage?: components["schemas"]["CoverageBody"] | null;
            /** @description Corrects only these elections: one with a first day replaces all that its id stood for, earlier nights too; one without counts from the day of the correction */
            coverageElections?: components["schemas"]["ElectionBody"][];
            coveredCategories?: string[];
            /**
             * Format: date
             * @description From when it holds: today at the latest
             */
            effectiveFrom: string;
            /** @description JSON object, kept as given */
            eligibilityOverrides?: {
                [key: string]: unknown;
            };
            excludedPropertyTypes?: string[];
            /** @description Part of ratePerNight that feeds the loss fund */
            lossFundRatePerNight?: number | null;
            maxNights?: number | null;
            minNights?: number | null;
            note?: string | null;
            /** @description The plan of elections that name none */
            planId?: string | null;
            ratePerMonth?: number | null;
            ratePerNight?: number | null;
            ratePerReservation?: number | null;
            rateTableVersions?: components["schemas"]["RateTableVersionBody"][];
            /** @description Why the past was not as it was recorded */
            reason: string;
            selectedSelfCoverage?: number | null;
            /**
             * @description CANCELLED: not in force from that day on. ACTIVE: ends a suspension, or takes back a cancellation of that day
             * @enum {string}
             */
            status?: "ACTIVE" | "SUSPENDED" | "CANCELLED";
            supportedCountries?: string[];
            supportedStates?: string[];
        };
        /** @description What the policy covers, in major units of `coverageCurrency` */
        Coverage: {
            contentsCoverage: number | null;
            coverageCurrency: string | null;
            deductible: number | null;
            dwellingCoverage: number | null;
            endorsements: string[];
            endorsementSelections: {
                [key: string]: unknown;
            }[];
            liabilityCoverage: number | null;
            minimumClaim: number | null;
            totalCoverage: number | null;
        };
        /** @description Members that are absent keep their value, `null` clears one */
        CoverageBody: {
            contentsCoverage?: number | null;
            coverageCurrency?: string | null;
            deductible?: number | null;
            dwellingCoverage?: number | null;
            endorsements?: string[];
            endorsementSelections?: {
                [key: string]: unknown;
            }[];
            liabilityCoverage?: number | null;
            minimumClaim?: number | null;
            totalCoverage?: number | null;
        };
        /** @description Members that are absent keep their value, `null` clears one */
        CoverageBodyOfDeal: {
            contentsCoverage?: (number | string) | null;
            coverageCurrency?: string | null;
            deductible?: (number | string) | null;
            dwellingCoverage?: (number | string) | null;
            endorsements?: string[];
            endorsementSelections?: {
                [key: string]: unknown;
            }[];
            liabilityCoverage?: (number | string) | null;
            minimumClaim?: (number | string) | null;
            totalCoverage?: (number | string) | null;
        };
        /**
         * @description A new policy; it starts PENDING
         *
         *     - `termEnd` must not be below termStart
         *     - `maxNights` must not be below minNights
         *     - `lossFundRatePerNight` must not be above ratePerNight
         *     - `coverageElections` must not be more than 500 together with enrolledProperties
         */
        CreatePolicyBody: {
            additionalInsureds?: components["schemas"]["AdditionalInsuredBody"][];
            appliesTo?: string | null;
            /** @description true by default */
            autoRenew?: boolean;
            /**
             * @description MONTHLY by default
             * @enum {string}
             */
            billingFrequency?: "MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION";
            categoryExclusions?: {
                [key: string]: unknown;
            }[];
            /** @description Kept as given, a UUID in small letters */
            contractId?: string | null;
            coverage?: components["schemas"]["CoverageBody"] | null;
            coverageElections?: components["schemas"]["ElectionBody"][];
            coveredCategories?: string[];
            /** @description USD by default */
            currency?: string;
            /** @description JSON object, kept as given */
            eligibilityOverrides?: {
                [key: string]: unknown;
            };
            enrolledProperties?: components["schemas"]["EnrolledPropertyBody"][];
            excludedPropertyTypes?: string[];
            /** @description Part of ratePerNight that feeds the loss fund */
            lossFundRatePerNight?: number | null;
            maxNights?: number | null;
            minNights?: number | null;
            /** @description The policy reference by default */
            name?: string;
            onboardingSource?: string | null;
            /** @description Organization, as the caller names it */
            organizationId: string;
            partnerPolicyId?: string | null;
            /** @description The plan of elections that name none */
            planId?: string | null;
            /** @description The policy that this one replaces once it is ACTIVE */
            previousPolicyId?: string | null;
            /**
             * @description A label, FLAT by default: prices follow from rates and rateTableVersions
             * @enum {string}
             */
            pricingSource?: "FLAT" | "RATE_TABLE" | "COVERAGE_V4";
            productCode?: string | null;
            productId?: string | null;
            /** @description Policies of different product lines may cover the same night */
            productLine?: string | null;
            ratePerMonth?: number | null;
            ratePerNight?: number | null;
            ratePerReservation?: number | null;
            rateTableVersions?: components["schemas"]["RateTableVersionBody"][];
            selectedSelfCoverage?: number | null;
            supportedCountries?: string[];
            supportedStates?: string[];
            /**
             * Format: date
             * @description Last day of the term; 12 months less a day by default
             */
            termEnd?: string;
            /**
             * Format: date
             * @description Today by default
             */
            termStart?: string;
        };
        /** @description A new webhook endpoint; without eventTypes it gets all events */
        CreateWebhookEndpointBody: {
            description?: string | null;
            /** @description Which events: their types, in which * stands for any text, three times at most */
            eventTypes?: string[];
            /** @description Organization, as the caller names it */
            organizationId: string;
            /**
             * Format: uri
             * @description Where events are sent: a public https address
             */
            url: string;
        };
        /** @description An event that could not be processed */
        DeadLetter: {
            attempts: number;
            /** @description Which handler gave it up */
            consumer: string;
            /**
             * Format: date-time
             * @description When it was given up
             */
            createdAt: string;
            errors: {
                detail: string;
                pointer: string;
            }[];
            /** @description What makes the event the same when it comes again */
            eventKey: string;
            /** @description Its number in the service */
            id: string;
            /** @description Why it was discarded */
            note: string | null;
            /** @description The organization of the event; null where that is unknown */
            organizationId: string | null;
            reason: string;
            /** @description When the platform got the event */
            receivedAt: string | null;
            resolvedAt: string | null;
            resolvedBy: string | null;
            /**
             * @description Service to query
             * @enum {string}
             */
            service: "policy" | "contract" | "billing" | "renewal" | "claims" | "insight";
            /** @enum {string} */
            state: "OPEN" | "REPLAYED" | "DUPLICATE" | "DISCARDED";
            /** @description The subject that it came under */
            subject: string;
        };
        /** @description An event that could not be processed, with all of it */
        DeadLetterDetail: {
            attempts: number;
            /** @description Which handler gave it up */
            consumer: string;
            /**
             * Format: date-time
             * @description When it was given up
             */
            createdAt: string;
            errors: {
                detail: string;
                pointer: string;
            }[];
            /** @description What makes the event the same when it comes again */
            eventKey: string;
            /** @description Its number in the service */
            id: string;
            /** @description Why it was discarded */
            note: string | null;
            /** @description The organization of the event; null where that is unknown */
            organizationId: string | null;
            /** @description The event as it came; `base64:` and its bytes where it is no text; empty where it was not kept */
            payload: string;
            reason: string;
            /** @description When the platform got the event */
            receivedAt: string | null;
            resolvedAt: string | null;
            resolvedBy: string | null;
            /**
             * @description Service to query
             * @enum {string}
             */
            service: "policy" | "contract" | "billing" | "renewal" | "claims" | "insight";
            /** @enum {string} */
            state: "OPEN" | "REPLAYED" | "DUPLICATE" | "DISCARDED";
            /** @description The subject that it came under */
            subject: string;
        };
        /**
         * @description A closed deal: its contract, and the policy that starts with it. Numbers may be strings.
         *
         *     - `crmDealId` is needed
         *     - `dealId` must be the crmDealId
         *     - `expirationDate` must not be below effectiveDate
         *     - `policy.lossFundRatePerNight` must not be above baseRatePerNight, the rate of the policy by default
         */
        DealBody: {
            /** @description true by default */
            autoRenew?: boolean | null;
            baseRatePerNight?: (number | string) | null;
            bookingCoverageScope?: string | null;
            /** @description 30 by default */
            cancellationNoticeDays?: (number | string) | null;
            closedAt?: string | null;
            contractDocumentUrl?: string | null;
            contractSigningId?: string | null;
            contractSigningProvider?: string | null;
            /** @description Needed, here or as `dealId` */
            crmDealId?: string | null;
            /** @description USD by default */
            currency?: string | null;
            customTerms?: {
                termDescription: string;
                termName: string;
            }[] | null;
            /** @description Another name of crmDealId */
            dealId?: string | null;
            dealName?: string | null;
            /** @description Today by default */
            effectiveDate?: string | null;
            eventId?: string | null;
            /** @description effectiveDate + termMonths - 1 day by default, and after a change of termMonths */
            expirationDate?: string | null;
            legalBusinessName?: string | null;
            legalRegisteredAddress?: string | null;
            notes?: string | null;
            /** @description Organization, as the caller names it */
            organizationId: string;
            policy?: components["schemas"]["DealPolicyBodyOfDeal"] | null;
            pricingTier?: string | null;
            /** @description termMonths by default */
            renewalTermMonths?: (number | string) | null;
            signatoryEmail?: string | null;
            signatoryName?: string | null;
            signatoryTitle?: string | null;
            signedDate?: string | null;
            /** @description By default the whole months from effectiveDate to expirationDate where a deal has both, else 12 */
            termMonths?: (number | string) | null;
        };
        /** @description The deal is not won, nothing was done */
        DealIgnored: {
            /** @constant */
            ignored: true;
            reason: string;
        };
        /**
         * @description The policy that a deal starts; currency and term are those of the contract
         *
         *     - `maxNights` must not be below minNights
         *     - `lossFundRatePerNight` must not be above ratePerNight
         *     - `coverageElections` must not be more than 500 together with enrolledProperties
         */
        DealPolicyBodyOfDeal: {
            additionalInsureds?: components["schemas"]["AdditionalInsuredBody"][] | null;
            appliesTo?: string | null;
            /** @description true by default */
            autoRenew?: boolean | null;
            /** @description MONTHLY by default */
            billingFrequency?: ("MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION") | null;
            categoryExclusions?: {
                [key: string]: unknown;
            }[] | null;
            coverage?: components["schemas"]["CoverageBodyOfDeal"] | null;
            coverageElections?: components["schemas"]["ElectionBodyOfDeal"][] | null;
            coveredCategories?: string[] | null;
            eligibilityOverrides?: {
                [key: string]: unknown;
            } | null;
            enrolledProperties?: components["schemas"]["EnrolledPropertyBodyOfDeal"][] | null;
            excludedPropertyTypes?: string[] | null;
            /** @description Part of ratePerNight that feeds the loss fund */
            lossFundRatePerNight?: (number | string) | null;
            maxNights?: (number | string) | null;
            minNights?: (number | string) | null;
            /** @description The policy reference by default */
            name?: string | null;
            onboardingSource?: string | null;
            partnerPolicyId?: string | null;
            /** @description The plan of elections that name none */
            planId?: string | null;
            /** @description The policy that this one replaces once it is ACTIVE */
            previousPolicyId?: string | null;
            /** @description A label, FLAT by default: prices follow from rates and rateTableVersions */
            pricingSource?: ("FLAT" | "RATE_TABLE" | "COVERAGE_V4") | null;
            productCode?: string | null;
            productId?: string | null;
            /** @description Policies of different product lines may cover the same night */
            productLine?: string | null;
            ratePerMonth?: (number | string) | null;
            ratePerNight?: (number | string) | null;
            ratePerReservation?: (number | string) | null;
            rateTableVersions?: components["schemas"]["RateTableVersionBodyOfDeal"][] | null;
            selectedSelfCoverage?: (number | string) | null;
            supportedCountries?: string[] | null;
            supportedStates?: string[] | null;
        };
        /** @description The contract that the deal made */
        DealResult: {
            autoRenew: boolean;
            baseRatePerNight: number | null;
            contractReference: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            crmDealId: string;
            currency: string;
            /**
             * Format: date
             * @description Calendar date
             */
            effectiveDate: string;
            /**
             * Format: date
             * @description Last day of the contract
             */
            expirationDate: string;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @description Organization, as the caller names it */
            organizationId: string;
            pricingTier: string | null;
            signatoryEmail: string | null;
            signatoryName: string | null;
            status: components["schemas"]["ContractStatus"];
            termMonths: number;
        };
        /** @description Why a dead letter is let go */
        DiscardBody: {
            reason: string;
        };
        /**
         * @description Includes an organization, a group of properties or a property in the cover, or excludes it
         *
         *     - `effectiveTo` must not be below effectiveFrom
         *     - `scopeId` is needed for this scopeType
         *     - `property.propertyId` must be the scopeId
         */
        ElectionBody: {
            /** @enum {string} */
            action: "INCLUDE" | "EXCLUDE";
            /**
             * Format: date
             * @description First covered night; today by default
             */
            effectiveFrom?: string;
            /** @description Last covered night */
            effectiveTo?: string | null;
            electionId?: string;
            endorsementSelections?: {
                [key: string]: unknown;
            }[];
            planId?: string | null;
            property?: components["schemas"]["PropertyFacts"] | null;
            rateOverridePerNight?: number | null;
            /** @description Group or property; not needed for ORGANIZATION */
            scopeId?: string | null;
            /** @enum {string} */
            scopeType: "ORGANIZATION" | "GROUP" | "PROPERTY";
        };
        /**
         * @description Includes an organization, a group of properties or a property in the cover, or excludes it
         *
         *     - `effectiveTo` must not be below effectiveFrom
         *     - `scopeId` is needed for this scopeType
         *     - `property.propertyId` must be the scopeId
         */
        ElectionBodyOfDeal: {
            /** @enum {string} */
            action: "INCLUDE" | "EXCLUDE";
            /**
             * Format: date
             * @description First covered night; today by default
             */
            effectiveFrom?: string;
            /** @description Last covered night */
            effectiveTo?: string | null;
            electionId?: string;
            endorsementSelections?: {
                [key: string]: unknown;
            }[];
            planId?: string | null;
            property?: components["schemas"]["PropertyFacts"] | null;
            rateOverridePerNight?: (number | string) | null;
            /** @description Group or property; not needed for ORGANIZATION */
            scopeId?: string | null;
            /** @enum {string} */
            scopeType: "ORGANIZATION" | "GROUP" | "PROPERTY";
        };
        /**
         * @description A property to cover; it becomes an election that includes the property
         *
         *     - `unenrolledDate` must be after enrolledDate
         */
        EnrolledPropertyBody: {
            country?: string | null;
            endorsementSelections?: {
                [key: string]: unknown;
            }[];
            /**
             * Format: date
             * @description First covered night; today by default
             */
            enrolledDate?: string;
            groupIds?: string[];
            planId?: string | null;
            propertyId: string;
            propertyName?: string | null;
            propertyReferenceId?: string | null;
            propertyType?: string | null;
            rateOverridePerNight?: number | null;
            state?: string | null;
            /** @description First day without cover */
            unenrolledDate?: string | null;
        };
        /**
         * @description A property to cover; it becomes an election that includes the property
         *
         *     - `unenrolledDate` must be after enrolledDate
         */
        EnrolledPropertyBodyOfDeal: {
            country?: string | null;
            endorsementSelections?: {
                [key: string]: unknown;
            }[];
            /**
             * Format: date
             * @description First covered night; today by default
             */
            enrolledDate?: string;
            groupIds?: string[];
            planId?: string | null;
            propertyId: string;
            propertyName?: string | null;
            propertyReferenceId?: string | null;
            propertyType?: string | null;
            rateOverridePerNight?: (number | string) | null;
            state?: string | null;
            /** @description First day without cover */
            unenrolledDate?: string | null;
        };
        /** @description The nights on which a property is covered; it follows from coverage elections */
        Enrollment: {
            active: boolean;
            /** @description The flat rate per month if it decides, or else 30 times the rate per night */
            computedRatePerMonth: number | null;
            /** @description Rate in force today */
            computedRatePerNight: number | null;
            endorsementSelections: {
                [key: string]: unknown;
            }[];
            /**
             * Format: date
             * @description Calendar date
             */
            enrolledDate: string;
            /** @description The plan of its election; without one, that of the policy as it is today */
            planId: string | null;
            propertyId: string;
            propertyName: string | null;
            propertyReferenceId: string | null;
            rateOverridePerNight: number | null;
            /** @description First day without cover */
            unenrolledDate: string | null;
        };
        /** @description Something that happened, with all of it */
        EventDetail: {
            /** @description Id of that */
            aggregateId: string;
            /** @description The event as it was published; null after 30 days */
            envelope: {
                [key: string]: unknown;
            } | null;
            /** @description What happened in a few words, without personal data */
            headline: string;
            /**
             * Format: uuid
             * @description Id of the event
             */
            id: string;
            /** @description Kind of resource: policy, contract, invoice, payment, renewal, claim, … */
            kind: string;
            name: string;
            /** @description Organization, as the caller names it */
            organizationId: string;
            /** @description Its place in the one order of all events */
            position: number;
            /** @description Reference of that */
            reference: string | null;
            /** @description Who published it */
            service: string;
            /**
             * Format: date-time
             * @description When it happened, according to its publisher
             */
            time: string;
            /** @description Trace of the request that caused it */
            traceId: string | null;
            type: string;
            /** @description Version that it reached */
            version: number;
        };
        /** @description Something that happened */
        EventSummary: {
            /** @description Id of that */
            aggregateId: string;
            /** @description What happened in a few words, without personal data */
            headline: string;
            /**
             * Format: uuid
             * @description Id of the event
             */
            id: string;
            /** @description Kind of resource: policy, contract, invoice, payment, renewal, claim, … */
            kind: string;
            name: string;
            /** @description Organization, as the caller names it */
            organizationId: string;
            /** @description Its place in the one order of all events */
            position: number;
            /** @description Reference of that */
            reference: string | null;
            /** @description Who published it */
            service: string;
            /**
             * Format: date-time
             * @description When it happened, according to its publisher
             */
            time: string;
            /** @description Trace of the request that caused it */
            traceId: string | null;
            type: string;
            /** @description Version that it reached */
            version: number;
        };
        /** @description A fault in a request and where it is, as a JSON pointer */
        Fault: {
            detail: string;
            pointer: string;
        };
        /** @description A draft claim, and its reservation where something is known of it. Given values of the reservation are used; a reference or claim token fills in the rest, or else the reservation of the claim that is named. An unknown claim token is an error; an unknown reference is one only if no other value is given. */
        FollowupBody: {
            claim: {
                /** @description Answers to earlier questions, by question */
                answers?: {
                    [key: string]: string;
                };
                /** @description A claim that is there already: it has what the draft leaves out, and shows the assessment */
                claimId?: string | null;
                claimUrls?: {
                    description?: string | null;
                    /** Format: uri */
                    url: string;
                }[];
                damageDate?: string | null;
                damageDescription: string;
                documents?: {
                    contentType?: string | null;
                    fileName: string;
                    fileSize?: number | null;
                    publicUrl?: string | null;
                    storageKey?: string | null;
                    uploadedAt?: string | null;
                }[];
                estimateAmount?: number | null;
            };
            /** @description - `departureDate` must not be below arrivalDate */
            reservation?: {
                arrivalDate?: string | null;
                /** @description Made by this platform when the reservation brings none. One that is brought should be as hard to guess: 22 random characters. */
                claimToken?: string | null;
                departureDate?: string | null;
                numberOfGuests?: number | null;
                /** @description Nights between the dates by default */
                numberOfNights?: number | null;
                property?: {
                    address?: string | null;
                    id?: number | null;
                    name?: string | null;
                } | null;
                /** @description The property as policies name it; the id of `property` by default */
                propertyId?: string | null;
                reservationId?: number | null;
                reservationReferenceId?: string | null;
                selectedPolicies?: {
                    currencyId?: number | null;
                    damageCoverage?: number | null;
                    /** @description What a claim leaves to the insured; lowers suggested amounts */
                    deductible?: number | null;
                    dwellingCoverage?: number | null;
                    liabilityCoverage?: number | null;
                    policyId?: number | null;
                    policyName?: string | null;
                    /** @description Amount in major units, with no more decimals than its currency has */
                    price: number;
                }[];
            };
        };
        /** @description What to ask next and a preliminary range of the amount */
        FollowupResult: {
            /** @enum {string} */
            confidence: "LOW" | "MEDIUM" | "HIGH";
            questions: string[];
            reasoning: string;
            suggestedAmountMax: number;
            suggestedAmountMin: number;
        };
        /** @description What a HubSpot workflow sends; configuration maps its properties to the fields of a deal */
        HubSpotDeal: {
            /** @description Id of the deal, a number or text; it becomes crmDealId */
            objectId: unknown;
            properties: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description An invoice over the covered nights of a policy's properties */
        Invoice: {
            /** @description Met by credit notes; of a credit note, below 0: what it has met */
            amountCredited: number;
            /** @description Of what was paid, what a bank is asked to take back */
            amountDisputed: number;
            /** @description What is still to be paid. Of a credit note (below 0): what is left of it */
            amountDue: number;
            /** @description Amount in major units with the decimals of the currency */
            amountPaid: number;
            /** @description Paid back, and not met by a credit yet */
            amountRefunded: number;
            /** @description Amount in major units with the decimals of the currency */
            amountWrittenOff: number;
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            currency: string;
            /**
             * @description A total below 0 makes a credit note: it is used up by what the account owes
             * @enum {string}
             */
            documentType: "INVOICE" | "CREDIT_NOTE";
            dueDate: string | null;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            invoiceReference: string;
            lastFailureReason: string | null;
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            lastRetryAt: string | null;
            /** @description Generated lines first, then manual ones */
            lineItems: components["schemas"]["LineItem"][];
            nextRetryAt: string | null;
            /** @description Organization, as the caller names it */
            organizationId: string;
            /**
             * Format: uuid
             * @description UUID
             */
            organizationPolicyId: string;
            paidDate: string | null;
            paymentProviderIntentId: string | null;
            paymentProviderInvoiceId: string | null;
            /**
             * Format: date
             * @description Calendar date
             */
            periodEnd: string;
            /**
             * Format: date
             * @description Calendar date
             */
            periodStart: string;
            reserveSplitsPublishedAt: string | null;
            retryAttempt: number;
            sentAt: string | null;
            /** @description State that all lines share */
            stateCode: string | null;
            status: components["schemas"]["InvoiceStatus"];
            /** @description Amount in major units with the decimals of the currency */
            subtotal: number;
            /** @description Adds up to the subtotal */
            subtotalsByCategory: {
                [key: string]: number;
            };
            suspendedAt: string | null;
            /** @description Amount in major units with the decimals of the currency */
            tax: number;
            /** @description Amount in major units with the decimals of the currency */
            total: number;
            version: number;
        };
        /** @description Which election, rate version, nights and rounding made each line */
        InvoiceExplanation: {
            currency: string;
            /**
             * Format: uuid
             * @description UUID
             */
            invoiceId: string;
            invoiceReference: string;
            lines: {
                /** @description Amount in major units with the decimals of the currency */
                amount: number;
                description: string;
                /** @description Coverage election that enrolled the property */
                electionId: string | null;
                /** @description Position in lineItems */
                index: number;
                lossFundRatePerNight: number | null;
                manual: boolean;
                /** @description First and last night of every billed or credited range */
                nightRanges: {
                    /**
                     * Format: date
                     * @description Calendar date
                     */
                    from: string;
                    /**
                     * Format: date
                     * @description Calendar date
                     */
                    to: string;
                }[];
                nights: number;
                /** @description Nights of the stay or days of the month, if the rate is for these; otherwise 1 */
                per: number | null;
                planId: string | null;
                propertyId: string | null;
                propertyName: string | null;
                /** @description The rate in force, for `per` nights */
                rate: number | null;
                /** @description rate / per, to 4 decimals */
                ratePerNight: number | null;
                rateSource: ("OVERRIDE" | "RATE_TABLE" | "POLICY" | "ORDER") | null;
                rateTableVersion: number | null;
                stayMonth: string | null;
                /** @description Nights x rate / per, before rounding; cut after 10 decimals */
                unroundedAmount: string;
            }[];
            notBilled: components["schemas"]["NotBilled"][];
            /**
             * Format: date
             * @description Calendar date
             */
            periodEnd: string;
            /**
             * Format: date
             * @description Calendar date
             */
            periodStart: string;
            /**
             * @description Per line, to the decimals of the currency
             * @constant
             */
            rounding: "HALF_AWAY_FROM_ZERO";
            /** @description The first month of which lines did not fit and wait for the next invoice */
            waitingFrom: string | null;
        };
        /** @description An invoice as it would be */
        InvoicePreview: {
            /** @description Met by credit notes; of a credit note, below 0: what it has met */
            amountCredited: number;
            /** @description Of what was paid, what a bank is asked to take back */
            amountDisputed: number;
            /** @description What is still to be paid. Of a credit note (below 0): what is left of it */
            amountDue: number;
            /** @description Amount in major units with the decimals of the currency */
            amountPaid: number;
            /** @description Paid back, and not met by a credit yet */
            amountRefunded: number;
            /** @description Amount in major units with the decimals of the currency */
            amountWrittenOff: number;
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            currency: string;
            /**
             * @description A total below 0 makes a credit note: it is used up by what the account owes
             * @enum {string}
             */
            documentType: "INVOICE" | "CREDIT_NOTE";
            dueDate: string | null;
            id: null;
            invoiceReference: null;
            lastFailureReason: string | null;
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            lastRetryAt: string | null;
            /** @description Generated lines first, then manual ones */
            lineItems: components["schemas"]["LineItem"][];
            nextRetryAt: string | null;
            notBilled: components["schemas"]["NotBilled"][];
            /** @description Organization, as the caller names it */
            organizationId: string;
            /**
             * Format: uuid
             * @description UUID
             */
            organizationPolicyId: string;
            paidDate: string | null;
            paymentProviderIntentId: string | null;
            paymentProviderInvoiceId: string | null;
            /**
             * Format: date
             * @description Calendar date
             */
            periodEnd: string;
            /**
             * Format: date
             * @description Calendar date
             */
            periodStart: string;
            reserveSplitsPublishedAt: string | null;
            retryAttempt: number;
            sentAt: string | null;
            /** @description State that all lines share */
            stateCode: string | null;
            status: components["schemas"]["InvoiceStatus"];
            /** @description Amount in major units with the decimals of the currency */
            subtotal: number;
            /** @description Adds up to the subtotal */
            subtotalsByCategory: {
                [key: string]: number;
            };
            suspendedAt: string | null;
            /** @description Amount in major units with the decimals of the currency */
            tax: number;
            /** @description Amount in major units with the decimals of the currency */
            total: number;
            version: number;
            /** @description The first month of which lines did not fit and wait for the next invoice */
            waitingFrom: string | null;
        };
        /**
         * @description State of an invoice
         * @enum {string}
         */
        InvoiceStatus: "DRAFT" | "SENT" | "PAID" | "PAST_DUE" | "SUSPENDED" | "VOID" | "UNCOLLECTIBLE";
        /** @description The state to move the invoice to */
        InvoiceStatusBody: {
            status: components["schemas"]["InvoiceStatus"];
        };
        /** @description What was billed by month, what is due of it, and how late it is */
        InvoiceSummary: {
            /**
             * Format: date-time
             * @description When it was counted; of all organizations, up to a minute ago
             */
            asOf: string;
            currencies: {
                currency: string;
                months: {
                    /** @description Invoices that were sent and not voided, less credit notes */
                    billed: number;
                    /** @description What of it is still to be paid */
                    due: number;
                    /** @description In which the invoiced period begins */
                    month: string;
                }[];
                /** @description What is due of invoices, by age; credits that wait are not taken off */
                receivables: {
                    /** @description Overdue for 1 to 30 days */
                    days30: number;
                    /** @description Overdue for 31 to 60 days */
                    days60: number;
                    /** @description Overdue for 61 to 90 days */
                    days90: number;
                    /** @description Amount in major units with the decimals of the currency */
                    notDue: number;
                    /** @description Overdue for more than 90 days */
                    over90: number;
                };
                states: {
                    count: number;
                    /** @description Amount in major units with the decimals of the currency */
                    due: number;
                    /** @enum {string} */
                    status: "DRAFT" | "SENT" | "PAID" | "PAST_DUE" | "SUSPENDED" | "VOID" | "UNCOLLECTIBLE";
                }[];
            }[];
        };
        /** @description An organization that something happened to */
        KnownOrganization: {
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            firstEventAt: string;
            /** @description Organization, as the caller names it */
            id: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastEventAt: string;
        };
        /**
         * @description What a line charges for
         * @enum {string}
         */
        LineCategory: "INSURANCE_PREMIUM" | "LOSS_FUND" | "SERVICE_FEE" | "PARTNER_FEE" | "TAX" | "ADJUSTMENT" | "CREDIT";
        /** @description A charge or credit; lines with an order are immutable, manual ones can be removed from a DRAFT */
        LineItem: {
            /** @description Amount in major units with the decimals of the currency */
            amount: number;
            audiences: components["schemas"]["Audiences"];
            category: components["schemas"]["LineCategory"];
            components: components["schemas"]["Component"][];
            /** @description The invoice that charged what this line corrects */
            correctsInvoiceId: string | null;
            description: string;
            /** @description Part of the amount that feeds the loss fund */
            lossFundCharge: number;
            manual: boolean;
            orderId: string | null;
            orderLineId: string | null;
            orderReference: string | null;
            organizationPolicyId: string | null;
            policyId: string | null;
            productLine: string | null;
            propertyName: string | null;
            /** @description Nights; 1 for a manual line */
            quantity: number;
            stayMonth: string | null;
            /** @description Of all taxable components, on top of the amount */
            tax: number;
            /** @description What a night costs, to 4 decimals */
            unitPrice: number;
        };
        /** @description A manual adjustment */
        LineItemBody: {
            /** @description Minor units of the currency; negative for a credit, not 0 */
            amountPennies: number;
            category: components["schemas"]["LineCategory"];
            description: string;
        };
        /** @description The loss fund of a policy from one day to another */
        LossFundRow: {
            /** @description opening + collected − reversed − reserved + released */
            closing: number;
            /** @description What reserve splits brought */
            collected: number;
            currency: string;
            /** @description Amount in major units with the decimals of the currency */
            opening: number;
            /** @description Paid out for claims of the policy, from the fund and from retained premium; what was paid before a claim had a policy counts on the day on which it gets one */
            paid: number;
            /**
             * Format: uuid
             * @description UUID
             */
            policyId: string;
            /** @description What came back from claims */
            released: number;
            /** @description What went to claims */
            reserved: number;
            /** @description What they took back */
            reversed: number;
        };
        /** @description A mail to an organization about an event */
        Mail: {
            attempts: number;
            /** @description When it is tried next */
            dueAt: string | null;
            /** @description Why the last attempt failed */
            error: string | null;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            eventAt: string;
            /**
             * Format: uuid
             * @description That of its event: of each event there is one mail at most
             */
            id: string;
            notice: components["schemas"]["MailNotice"];
            /** @description Organization, as the caller names it */
            organizationId: string;
            /** @description null: it was not tried yet */
            recipient: string | null;
            sentAt: string | null;
            status: components["schemas"]["MailStatus"];
            subject: string | null;
            text: string | null;
        };
        /** @description Where mails to an organization go */
        MailContact: {
            email: string;
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            /** @description Of what it gets mails */
            notices: components["schemas"]["MailNotice"][];
            /** @description Organization, as the caller names it */
            organizationId: string;
            version: number;
        };
        /** @description Where mails to an organization go; all notices without `notices` */
        MailContactBody: {
            /** Format: email */
            email: string;
            /** @description Of what it gets mails */
            notices?: components["schemas"]["MailNotice"][];
        };
        /**
         * @description What a mail is about
         * @enum {string}
         */
        MailNotice: "RENEWAL_NOTICE" | "INVOICE_PAST_DUE" | "INVOICE_SUSPENDED" | "WEBHOOK_DISABLED";
        /**
         * @description WAITING: it will be sent, or sent again. SENDING: its text is being sent. SENT: the mail server accepted it. UNKNOWN: the text was sent, but no answer came. REFUSED: it is not sent, see `error`. BOUNCED: an operator noted that it came back
         * @enum {string}
         */
        MailStatus: "WAITING" | "SENDING" | "SENT" | "UNKNOWN" | "REFUSED" | "BOUNCED";
        /** @description What a person decides of a mail */
        MailStatusBody: {
            /** @description The text of the bounce */
            reason?: string;
            /**
             * @description WAITING sends it again; BOUNCED: it came back
             * @enum {string}
             */
            status: "WAITING" | "BOUNCED";
        };
        /**
         * Caller
         * @description Who a call comes from.
         */
        Me: {
            /** @description As the issuer or the API key names the caller */
            id: string;
            /**
             * Format: date-time
             * @description What time it is for the platform, whose days may be played
             */
            now: string;
            /** @description Organizations that the caller may see; `*` alone for all */
            organizations: string[];
            /** @description Roles of the caller */
            roles: ("read" | "write" | "underwrite" | "finance" | "adjust" | "ops")[];
        };
        /** @description Nights up to the end of the period that are not billed, and why */
        NotBilled: {
            nights: number;
            orderId: string | null;
            propertyId: string;
            /** @enum {string} */
            reason: "NO_RATE" | "NOT_ENROLLED" | "STAY_TOO_SHORT" | "STAY_TOO_LONG" | "NOT_IN_FORCE";
        };
        /** @description Money that came in, and where it went */
        Payment: {
            /** @description What it has paid */
            allocations: {
                /** @description Amount in major units with the decimals of the currency */
                amount: number;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
            }[];
            /** @description Amount in major units with the decimals of the currency */
            amount: number;
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            currency: string;
            /** @description Amount in major units with the decimals of the currency */
            disputed: number;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @description Invoices that it is for, before others */
            invoiceIds: string[];
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            /** @description What banks have taken back */
            lost: number;
            /** @enum {string} */
            method: "MANUAL" | "PROVIDER";
            /** @description Organization, as the caller names it */
            organizationId: string;
            paymentProviderIntentId: string | null;
            paymentReference: string;
            /**
             * Format: date
             * @description Calendar date
             */
            receivedOn: string;
            /** @description The payer's own, for example of a bank transfer */
            reference: string | null;
            refunds: components["schemas"]["Refund"][];
            reversalReason: string | null;
            /** @enum {string} */
            status: "RECEIVED" | "DISPUTED" | "REVERSED";
            /** @description What has met no invoice and no refund: it is held for the next invoice */
            unallocated: number;
            version: number;
        };
        /** @description Money that came in otherwise than by the payment provider */
        PaymentBody: {
            /** @description Minor units of the currency, more than 0 */
            amountPennies: number;
            /** @description ISO 4217 code of a currency in use */
            currency: string;
            /** @description Invoices that it is for, before others */
            invoiceIds?: string[];
            /** @description Organization, as the caller names it */
            organizationId: string;
            /**
             * Format: date
             * @description Today unless given; not in the future
             */
            receivedOn?: string;
            reference?: string | null;
        };
        /** @description The payment provider's own event */
        PaymentEvent: {
            [key: string]: unknown;
        };
        /** @description The provider's event is stored; a repeated one has no second effect */
        PaymentWebhookResult: {
            duplicate: boolean;
            /** @constant */
            received: true;
        };
        /** @description What a Pipedrive v2 webhook sends; configuration maps its data to the fields of a deal */
        PipedriveDeal: {
            data: {
                /** @description Id of the deal, a number or text; it becomes crmDealId */
                id?: unknown;
                /** @description Anything but `won` is ignored */
                status?: unknown;
            } & {
                [key: string]: unknown;
            };
            meta: {
                /** @constant */
                entity: "deal";
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description An insurance policy of an organization with the enrollments of its properties */
        Policy: {
            /** @description How many these are, with `view=summary`, too */
            activeEnrollmentCount: number;
            /** @description The enrollments that cover today */
            activeEnrollments: components["schemas"]["Enrollment"][];
            additionalInsureds: components["schemas"]["AdditionalInsured"][];
            appliesTo: string | null;
            autoRenew: boolean;
            /** @enum {string} */
            billingFrequency: "MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION";
            /** @description When it first became ACTIVE */
            boundAt: string | null;
            /** @description The one that holds, or is ahead */
            cancellation: components["schemas"]["Cancellation"] | null;
            categoryExclusions: {
                [key: string]: unknown;
            }[];
            contractId: string | null;
            coverage: components["schemas"]["Coverage"] | null;
            coverageV4Managed: boolean;
            coveredCategories: string[];
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            currency: string;
            /** @description The open renewal of the coming term, else the one that made this term */
            currentRenewalId: string | null;
            /** @description JSON object, kept as given */
            eligibilityOverrides: {
                [key: string]: unknown;
            };
            /** @description Every enrollment, also ended ones */
            enrolledProperties: components["schemas"]["Enrollment"][];
            excludedPropertyTypes: string[];
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            lossFundRatePerNight: number | null;
            maxNights: number | null;
            minNights: number | null;
            name: string;
            /** @description The next day of a recorded change that is not shown yet; what it sets may hold already by then. Where the term is still to come, as after an early renewal, members are shown as of its first day: until then only changes of `status` count */
            nextChangeOn: string | null;
            onboardingSource: string | null;
            /** @description Organization, as the caller names it */
            organizationId: string;
            partnerPolicyId: string | null;
            planId: string | null;
            policyReference: string;
            previousPolicyId: string | null;
            /** @enum {string} */
            pricingSource: "FLAT" | "RATE_TABLE" | "COVERAGE_V4";
            productCode: string | null;
            productId: string | null;
            productLine: string | null;
            ratePerMonth: number | null;
            ratePerNight: number | null;
            ratePerReservation: number | null;
            rateTableVersions: components["schemas"]["RateTableVersion"][];
            renewalCount: number;
            renewalManualReviewFlaggedAt: string | null;
            renewalNotice7SentAt: string | null;
            renewalNotice30SentAt: string | null;
            renewalNotice60SentAt: string | null;
            selectedSelfCoverage: number | null;
            status: components["schemas"]["PolicyStatus"];
            supersededByPolicyId: string | null;
            supportedCountries: string[];
            supportedStates: string[];
            /**
             * Format: date
             * @description Last day of the term
             */
            termEnd: string;
            /**
             * Format: date
             * @description Calendar date
             */
            termStart: string;
            version: number;
        };
        /** @description A dated change of a policy that was ACTIVE once. All changes up to a day give the policy of that day */
        PolicyChange: {
            /** @description What a renewal adds to the rate table */
            addedRates: components["schemas"]["RateTableVersion"][];
            /**
             * Format: date
             * @description It holds from this day, until a later one of the same member
             */
            effectiveFrom: string;
            /** @enum {string} */
            kind: "ISSUE" | "CHANGE" | "CORRECTION" | "SUSPEND" | "RESUME" | "CANCEL" | "REINSTATE" | "EXPIRE" | "SUPERSEDE" | "RENEW";
            /** @description Dated members of the policy and their new values */
            members: {
                [key: string]: unknown;
            };
            note: string | null;
            /** @description The version of the policy that it made */
            policyVersion: number;
            /** @description Of a cancellation or correction. INVOICE_UNPAID: a suspension that ends when the last unpaid invoice is settled */
            reason: string | null;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            recordedAt: string;
            recordedBy: string;
            /** @description Counts the changes of the policy from 1 */
            sequence: number;
            /** @description The state that a correction brings */
            status: components["schemas"]["PolicyStatus"] | null;
            withdrawnAt: string | null;
            /** @description Null: it stands, or it is not known who withdrew it */
            withdrawnBy: string | null;
        };
        /**
         * @description State of a policy
         * @enum {string}
         */
        PolicyStatus: "PENDING" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED" | "SUPERSEDED";
        /** @description The state to move the policy to */
        PolicyStatusBody: {
            /**
             * Format: date
             * @description The first day of the state: by default today, or for a cancellation the first day that its notice allows
             */
            effectiveDate?: string;
            note?: string | null;
            /**
             * @description Why the policy is CANCELLED, AGREED by default; it decides the notice
             * @enum {string}
             */
            reason?: "AGREED" | "INSURED_REQUEST" | "INSURER_REQUEST" | "NON_PAYMENT";
            status: components["schemas"]["PolicyStatus"];
        };
        /** @description How many policies there are in each state */
        PolicySummary: {
            /**
             * Format: date-time
             * @description When it was counted; of all organizations, up to a minute ago
             */
            asOf: string;
            /** @description States that there are */
            states: {
                count: number;
                /** @enum {string} */
                status: "PENDING" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED" | "SUPERSEDED";
            }[];
        };
        /** @description An order line of an invoice or credit note that was sent or voided in the month */
        PremiumBordereauRow: {
            /** @description The line's share of what was paid or credited by the end of the month; a refund is not taken off until a credit note meets it */
            collected: number;
            currency: string;
            insuredName: string;
            invoiceReference: string;
            /** @description Amount in major units with the decimals of the currency */
            lossFund: number;
            nights: number;
            orderLineId: string;
            /** @description Amount in major units with the decimals of the currency */
            partnerFee: number;
            /** @description null: no event of the policy has come since it is kept */
            policyReference: string | null;
            /** @description Amount in major units with the decimals of the currency */
            premium: number;
            propertyId: string;
            propertyName: string | null;
            /** @description Amount in major units with the decimals of the currency */
            serviceFee: number;
            stateCode: string | null;
            /** @description Calendar month */
            stayMonth: string;
            /** @description Amount in major units with the decimals of the currency */
            tax: number;
            /**
             * Format: date
             * @description Calendar date
             */
            transactionDate: string;
            /** @enum {string} */
            type: "PREMIUM" | "RETURN_PREMIUM" | "VOID";
        };
        /** @description A document as people read it. All values are texts, amounts in the format of the currency */
        PrintedDocument: {
            facts: {
                name: string;
                value: string;
            }[];
            /** @description Who issues it; empty where `ISSUED_BY` is not set */
            issuer: string[];
            /** @description What the reader must know first */
            notice: string | null;
            /** @description For whom it is */
            party: string[];
            reference: string;
            remarks: string[];
            /** @description The last of the last list is what counts */
            sums: {
                name: string;
                value: string;
            }[][];
            tables: {
                columns: string[];
                groups: {
                    /** @description A text for each column */
                    lines: string[][];
                    name: string | null;
                    total: string | null;
                }[];
            }[];
            title: string;
        };
        /** @description What went wrong */
        Problem: {
            /** @description invalid-transition: where it can move */
            allowed?: string[];
            /** @description deal-conflict: the contract that the deal made */
            contractId?: string;
            /** @description deal-conflict: its reference, where it is known */
            contractReference?: string;
            detail: string;
            /** @description retroactive-change, notice-too-short: the first day on which it can take effect */
            earliest?: string;
            /** @description internal: finds the error in the logs */
            errorId?: string;
            /** @description invalid-request: every fault */
            errors?: components["schemas"]["Fault"][];
            /** @description invalid-transition: the state now */
            from?: string;
            instance: string;
            /** @description payment-refunded: what can still be paid back, in minor units */
            left?: number;
            /** @description forbidden: members of the body that need them */
            members?: string[];
            /** @description claim-incomplete: what must be known */
            missing?: string[];
            /** @description exceeds-cover, exceeds-approved, payout-reversed: the amount at most */
            payable?: number;
            /** @description not-covered: why */
            reason?: string;
            /** @description forbidden: the roles that are missing */
            requiredRoles?: ("read" | "write" | "underwrite" | "finance" | "adjust" | "ops")[];
            /** @description rate-limited: seconds to wait, as in `Retry-After` */
            retryAfter?: number;
            status: number;
            title: string;
            /** @description invalid-transition: the state asked for */
            to?: string;
            /** @description draft-stale: the total that the invoice would have now */
            total?: number;
            type: string;
            /** @description version-mismatch: the version now */
            version?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Which day to process renewals for */
        ProcessRenewalsBody: {
            /**
             * Format: date
             * @description Today by default; a future day needs the role ops
             */
            asOf?: string;
            /** @description Count only, change nothing; false by default */
            dryRun?: boolean;
        };
        /** @description What is known of a property; a later statement replaces an earlier one */
        PropertyFacts: {
            country?: string | null;
            /** @description The day from which state, country, type and groups count; by default today. The first ones of a property count for all time */
            effectiveFrom?: string | null;
            groupIds?: string[];
            propertyId: string;
            propertyName?: string | null;
            propertyReferenceId?: string | null;
            propertyType?: string | null;
            state?: string | null;
        };
        /**
         * @description A change of the policy to be quoted: the body of a PUT of the policy, or with `status` the body of a PATCH of its status
         *
         *     - `termEnd` must not be below termStart
         *     - `maxNights` must not be below minNights
         *     - `lossFundRatePerNight` must not be above ratePerNight
         *     - `coverageElections` must not be more than 500 together with enrolledProperties
         *     - `status` must be there for effectiveDate, reason and note
         *     - `status` must not come with members of the policy
         */
        QuoteBody: {
            additionalInsureds?: components["schemas"]["AdditionalInsuredBody"][];
            appliesTo?: string | null;
            /** @description true by default */
            autoRenew?: boolean;
            /**
             * @description MONTHLY by default
             * @enum {string}
             */
            billingFrequency?: "MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION";
            categoryExclusions?: {
                [key: string]: unknown;
            }[];
            /** @description Kept as given, a UUID in small letters */
            contractId?: string | null;
            coverage?: components["schemas"]["CoverageBody"] | null;
            coverageElections?: components["schemas"]["ElectionBody"][];
            coveredCategories?: string[];
            /**
             * Format: date
             * @description The first day of the state: by default today, or for a cancellation the first day that its notice allows
             */
            effectiveDate?: string;
            /**
             * Format: date
             * @description The day from which members that decide cover and price change: by default today, or the first day of the term if that is later
             */
            effectiveFrom?: string;
            /** @description JSON object, kept as given */
            eligibilityOverrides?: {
                [key: string]: unknown;
            };
            excludedPropertyTypes?: string[];
            /** @description Part of ratePerNight that feeds the loss fund */
            lossFundRatePerNight?: number | null;
            maxNights?: number | null;
            minNights?: number | null;
            /** @description The policy reference by default */
            name?: string;
            note?: string | null;
            onboardingSource?: string | null;
            partnerPolicyId?: string | null;
            /** @description The plan of elections that name none */
            planId?: string | null;
            /**
             * @description A label, FLAT by default: prices follow from rates and rateTableVersions
             * @enum {string}
             */
            pricingSource?: "FLAT" | "RATE_TABLE" | "COVERAGE_V4";
            productCode?: string | null;
            productId?: string | null;
            /** @description Policies of different product lines may cover the same night */
            productLine?: string | null;
            ratePerMonth?: number | null;
            ratePerNight?: number | null;
            ratePerReservation?: number | null;
            rateTableVersions?: components["schemas"]["RateTableVersionBody"][];
            /**
             * @description Why the policy is CANCELLED, AGREED by default; it decides the notice
             * @enum {string}
             */
            reason?: "AGREED" | "INSURED_REQUEST" | "INSURER_REQUEST" | "NON_PAYMENT";
            selectedSelfCoverage?: number | null;
            status?: components["schemas"]["PolicyStatus"];
            supportedCountries?: string[];
            supportedStates?: string[];
            /**
             * Format: date
             * @description Last day of the term; 12 months less a day by default
             */
            termEnd?: string;
            /**
             * Format: date
             * @description Today by default
             */
            termStart?: string;
        };
        /** @description How the rate per night moves with the new term, and why */
        RateAdjustment: {
            absoluteChange: number;
            /** @description 5.25 means 5.25 % */
            percentageChange: number;
            /** @enum {string} */
            reason: "RATE_TABLE" | "UNCHANGED" | "MANUAL";
        };
        /** @description Rates of a plan (`null`: of every plan) from a day on */
        RateTableVersion: {
            /**
             * Format: date
             * @description Calendar date
             */
            effectiveFrom: string;
            lossFundRatePerNight: number | null;
            planId: string | null;
            ratePerNight: number;
            version: number;
        };
        /**
         * @description Rates of a plan from a day on
         *
         *     - `lossFundRatePerNight` must not be above ratePerNight
         */
        RateTableVersionBody: {
            /**
             * Format: date
             * @description Calendar date
             */
            effectiveFrom: string;
            lossFundRatePerNight?: number | null;
            planId?: string | null;
            /** @description Rate in major units, up to 4 decimals */
            ratePerNight: number;
            version: number;
        };
        /**
         * @description Rates of a plan from a day on
         *
         *     - `lossFundRatePerNight` must not be above ratePerNight
         */
        RateTableVersionBodyOfDeal: {
            /**
             * Format: date
             * @description Calendar date
             */
            effectiveFrom: string;
            lossFundRatePerNight?: (number | string) | null;
            planId?: string | null;
            ratePerNight: number | string;
            version: number | string;
        };
        /** @description What an organization owes in a currency at the end of a day, by age */
        ReceivablesRow: {
            /** @description All that is due − held + openRefunds */
            balance: number;
            currency: string;
            /** @description Overdue for 1 to 30 days */
            days30: number;
            /** @description Overdue for 31 to 60 days */
            days60: number;
            /** @description Overdue for 61 to 90 days */
            days90: number;
            /** @description Of payments, in dispute */
            disputed: number;
            /** @description Payments and credits that have met nothing yet */
            held: number;
            /** @description Amount in major units with the decimals of the currency */
            notDue: number;
            /** @description Paid back, and met by no credit yet */
            openRefunds: number;
            /** @description Overdue for more than 90 days */
            over90: number;
        };
        /** @description Money of a payment that went back */
        Refund: {
            /** @description Amount in major units with the decimals of the currency */
            amount: number;
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            note: string | null;
            /** @description What no rest of the payment and no credit has met yet */
            open: number;
            providerRefundId: string | null;
            reason: components["schemas"]["RefundReason"];
            /** @enum {string} */
            status: "PENDING" | "DONE" | "FAILED";
        };
        /** @description What of a payment goes back */
        RefundBody: {
            /** @description Minor units of the currency, more than 0 */
            amountPennies: number;
            note?: string | null;
            /** @default CREDIT */
            reason: components["schemas"]["RefundReason"];
        };
        /**
         * @description CREDIT: it uses a credit that exists or will come. GOODWILL: a credit note is made for it
         * @enum {string}
         */
        RefundReason: "CREDIT" | "GOODWILL";
        /** @description Why money went back: GOODWILL makes a credit note for what is open of it */
        RefundReasonBody: {
            reason: components["schemas"]["RefundReason"];
        };
        /** @description The renewal of a policy into one new term */
        RenewalRecord: {
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            failureReason: string | null;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            newRate: number | null;
            /**
             * Format: date
             * @description Calendar date
             */
            newTermEnd: string;
            /**
             * Format: date
             * @description Calendar date
             */
            newTermStart: string;
            /** @description Organization, as the caller names it */
            organizationId: string;
            /**
             * Format: uuid
             * @description UUID
             */
            organizationPolicyId: string;
            /** @description null: no event of the policy has come yet */
            policyReference: string | null;
            /** @description Rate in force on previousTermEnd */
            previousRate: number | null;
            /**
             * Format: date
             * @description Calendar date
             */
            previousTermEnd: string;
            processedAt: string | null;
            processedBy: string | null;
            rateAdjustment: components["schemas"]["RateAdjustment"] | null;
            /** @description Why a person has to decide, while it is MANUAL_REVIEW */
            reviewReasons: string[];
            status: components["schemas"]["RenewalStatus"];
            version: number;
        };
        /** @description A run over all policies that are due for renewal */
        RenewalRun: {
            /**
             * Format: date
             * @description Calendar date
             */
            asOf: string;
            completed: number;
            dryRun: boolean;
            due: number;
            failed: number;
            finishedAt: string | null;
            /**
             * Format: uuid
             * @description UUID
             */
            jobId: string;
            manualReview: number;
            processed: number;
            skipped: number;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            startedAt: string;
            /** @enum {string} */
            status: "RUNNING" | "COMPLETED" | "FAILED";
        };
        /**
         * @description State of a renewal record
         * @enum {string}
         */
        RenewalStatus: "SCHEDULED" | "PROCESSING" | "MANUAL_REVIEW" | "COMPLETED" | "FAILED" | "CANCELLED";
        /**
         * @description The new state of the renewal; with a rate, the adjustment is MANUAL
         *
         *     - `newRate` can only be set with status SCHEDULED
         */
        RenewalStatusBody: {
            /** @description Only with SCHEDULED: the rate a person decided on */
            newRate?: number;
            status: components["schemas"]["RenewalStatus"];
        };
        /** @description How many terms end in each week ahead */
        RenewalSummary: {
            /**
             * Format: date-time
             * @description When it was counted; of all organizations, up to a minute ago
             */
            asOf: string;
            /** @description Renewals in review, and those that failed of policies that go on */
            toDecide: number;
            weeks: {
                ending: number;
                /**
                 * Format: date
                 * @description Calendar date
                 */
                monday: string;
            }[];
        };
        /** @description What became of a dead letter that was tried again */
        Replay: {
            /**
             * @description Whether it was processed now, had been processed before, or failed again and stays a dead letter
             * @enum {string}
             */
            outcome: "REPLAYED" | "DUPLICATE" | "REJECTED";
            /** @description Why it was refused again */
            reason: string | null;
        };
        /**
         * @description Which events are sent again, in order. With both starts, the later one counts
         *
         *     - needs at least one of from, eventId
         */
        ReplayWebhookEventsBody: {
            /**
             * Format: uuid
             * @description This event, and those behind it
             */
            eventId?: string;
            /**
             * Format: date-time
             * @description Events that the platform kept at this time or later
             */
            from?: string;
            /** @description Events at most, 10,000 without it; 1 with eventId: only that */
            limit?: number;
        };
        /** @description A stay with its property and the insurance chosen for it */
        Reservation: {
            /**
             * Format: date
             * @description Calendar date
             */
            arrivalDate: string;
            /** @description A credential; null for callers who may not see it */
            claimToken: string | null;
            /**
             * Format: date
             * @description Calendar date
             */
            departureDate: string;
            isInsured: boolean;
            numberOfGuests: number | null;
            numberOfNights: number;
            property: {
                address: string | null;
                id: number | null;
                name: string | null;
            } | null;
            /** @description The property as policies name it */
            propertyId: string | null;
            reservationId: number | null;
            reservationReferenceId: string;
            selectedPolicies: {
                currencyId: number | null;
                damageCoverage: number | null;
                dwellingCoverage: number | null;
                liabilityCoverage: number | null;
                policyId: number | null;
                policyName: string | null;
                price: number;
            }[];
            /** @description Sum of the prices of the selected policies */
            totalInsuranceCost: number;
        };
        /**
         * @description A claim token, a reference, or both of the same reservation
         *
         *     - needs at least one of claimToken, reservationReferenceId
         */
        ReservationLookupBody: {
            /** @description If given, only a reservation with this arrival is found; guests need it together with a reference */
            arrivalDate?: string | null;
            claimToken?: string | null;
            reservationReferenceId?: string | null;
        };
        /** @description What collected premium is for: the balance of each account, and the loss funds by month */
        ReserveLedger: {
            /**
             * Format: date-time
             * @description When it was counted; of all organizations, up to a minute ago
             */
            asOf: string;
            currencies: {
                /** @description What is in each; all others together are COLLECTED_PREMIUM */
                accounts: {
                    /** @enum {string} */
                    account: "COLLECTED_PREMIUM" | "RETAINED_PREMIUM" | "LOSS_FUND" | "PARTNER" | "SERVICE" | "CLAIM_RESERVE" | "CLAIMS_PAID";
                    /** @description Amount in major units with the decimals of the currency */
                    balance: number;
                }[];
                currency: string;
                months: {
                    /** @description What the loss funds held at the end of the month */
                    lossFund: number;
                    /** @description Calendar month */
                    month: string;
                    /** @description Paid out for claims in the month */
                    paid: number;
                }[];
            }[];
        };
        /** @description Why a payment has not come after all */
        ReversePaymentBody: {
            reason: string;
        };
        /** @description Something that was found */
        SearchResult: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @description contract, policy, invoice, payment or claim */
            kind: string;
            name: string | null;
            /** @description Organization, as the caller names it */
            organizationId: string;
            reference: string;
            status: string | null;
        };
        /** @description State of a service */
        ServiceStanding: {
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            asOf: string;
            /** @description What readiness depends on, as that replica sees it */
            checks: {
                [key: string]: string;
            };
            consumers: {
                consumer: string;
                /** @description Whether the server delivers to it */
                fresh: boolean;
                /** @description Events that were not delivered yet; null where NATS does not answer */
                pending: number | null;
                /** @description Events under way that came before */
                redelivered: number | null;
                /** @description Events that are under way */
                unacknowledged: number | null;
            }[];
            /** @description Open dead letters */
            deadLetters: number;
            /** @description Whether events flow, too */
            eventsReady: boolean;
            /** @description Events that are to be published */
            outbox: {
                /** @description Of them, those that failed before */
                failing: number;
                lastPublishedAt: string | null;
                /** @description How long the oldest of them waits */
                oldestSeconds: number;
                unpublished: number;
            };
            /** @description Whether the replica that answers takes requests */
            ready: boolean;
            /**
             * @description Whether a replica publishes the events of the service, and follows those of others if it does
             * @enum {string}
             */
            relay: "ACTIVE" | "MISSING";
            schedules: {
                lastRun: {
                    /** @description What the run did */
                    counts: {
                        [key: string]: number;
                    };
                    /**
                     * Format: date-time
                     * @description UTC timestamp
                     */
                    dueAt: string;
                    error: string | null;
                    finishedAt: string | null;
                    /** @enum {string} */
                    outcome: "RUNNING" | "COMPLETED" | "FAILED" | "ABANDONED";
                    /**
                     * Format: date-time
                     * @description UTC timestamp
                     */
                    startedAt: string;
                } | null;
                name: string;
                /**
                 * Format: date-time
                 * @description The time up to which everything due has run
                 */
                ranUntil: string;
                /** @description When a failed run is tried again */
                retryAt: string | null;
                /** @description Whether a replica runs it now */
                running: boolean;
            }[];
            /**
             * @description Service to query
             * @enum {string}
             */
            service: "policy" | "contract" | "billing" | "renewal" | "claims" | "insight";
            /** @description How full its streams are, from 0 to 1; null where NATS does not answer */
            streams: {
                fill: number | null;
                stream: string;
            }[];
        };
        /**
         * @description A reservation of an organization as its booking system has it now
         *
         *     - `departureDate` must not be below arrivalDate
         */
        StatedReservation: {
            /**
             * Format: date
             * @description Calendar date
             */
            arrivalDate: string;
            /** @description Made by this platform when the reservation brings none. One that is brought should be as hard to guess: 22 random characters. */
            claimToken?: string | null;
            /**
             * Format: date
             * @description Calendar date
             */
            departureDate: string;
            numberOfGuests?: number | null;
            /** @description Nights between the dates by default */
            numberOfNights?: number | null;
            /** @description Organization, as the caller names it */
            organizationId: string;
            property?: {
                address?: string | null;
                id?: number | null;
                name?: string | null;
            } | null;
            /** @description The property as policies name it; the id of `property` by default */
            propertyId?: string | null;
            reservationId?: number | null;
            reservationReferenceId: string;
            selectedPolicies?: {
                currencyId?: number | null;
                damageCoverage?: number | null;
                /** @description What a claim leaves to the insured; lowers suggested amounts */
                deductible?: number | null;
                dwellingCoverage?: number | null;
                liabilityCoverage?: number | null;
                policyId?: number | null;
                policyName?: string | null;
                /** @description Amount in major units, with no more decimals than its currency has */
                price: number;
            }[];
        };
        /** @description The ledger of an account over some days */
        Statement: {
            /** @description Amount in major units with the decimals of the currency */
            closing: number;
            currency: string;
            /**
             * Format: date
             * @description Calendar date
             */
            from: string;
            /** @description What the organization owed before the first day */
            opening: number;
            /** @description Organization, as the caller names it */
            organizationId: string;
            postings: {
                /** @enum {string} */
                account: "RECEIVABLE" | "CASH" | "BILLED" | "TAX" | "ADJUSTMENT" | "WRITTEN_OFF" | "DISPUTED";
                /** @description Debits above 0, credits below; those of one entry sum to 0 */
                amount: number;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                entryId: string;
                /**
                 * Format: uuid
                 * @description The invoice, credit note, payment or refund
                 */
                itemId: string;
                line: number;
                policyId: string | null;
                /**
                 * Format: date
                 * @description Calendar date
                 */
                postedOn: string;
            }[];
            /**
             * Format: date
             * @description Calendar date
             */
            to: string;
        };
        /** @description The tax rate of a state for a category, from a day until its next version */
        TaxRate: {
            category: string;
            /**
             * Format: date
             * @description Calendar date
             */
            effectiveFrom: string;
            percent: number;
            /** @description In upper case */
            stateCode: string;
        };
        /** @description A version of a tax rate */
        TaxRateBody: {
            /**
             * Format: date
             * @description Applies to lines with a first night on or after this day
             */
            effectiveFrom: string;
            /** @description Percent of the amount, with up to 4 decimals */
            percent: number;
        };
        /** @description A policy with a term that ends soon; `id` is the policy */
        UpcomingRenewal: {
            autoRenew: boolean;
            contractId: string | null;
            currency: string;
            /** @description The open renewal of the coming term, else the one that made this term */
            currentRenewalId: string | null;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @description Organization, as the caller names it */
            organizationId: string;
            policyReference: string;
            ratePerNight: number | null;
            renewalCount: number;
            status: components["schemas"]["PolicyStatus"];
            /**
             * Format: date
             * @description Calendar date
             */
            termEnd: string;
            /**
             * Format: date
             * @description Calendar date
             */
            termStart: string;
        };
        /** @description Single values are replaced, documents, addresses and answers are added; absent members are kept */
        UpdateClaimBody: {
            /** @description Kind of thing that was damaged, as the categories of policies name it */
            category?: string | null;
            claimUrls?: {
                description?: string | null;
                /** Format: uri */
                url: string;
            }[];
            /**
             * @description CONTENTS by default
             * @enum {string}
             */
            coverageType?: "CONTENTS" | "DWELLING" | "LIABILITY";
            damageDate?: string | null;
            damageDescription?: string;
            documents?: {
                contentType?: string | null;
                fileName: string;
                fileSize?: number | null;
                publicUrl?: string | null;
                storageKey?: string | null;
                uploadedAt?: string | null;
            }[];
            estimateAmount?: number | null;
            followupAnswers?: {
                [key: string]: string;
            };
        };
        /**
         * @description What to change: absent members are kept, `null` clears one, lists are replaced
         *
         *     - `expirationDate` must not be below effectiveDate
         */
        UpdateContractBody: {
            /** @description true by default */
            autoRenew?: boolean;
            baseRatePerNight?: number | null;
            bookingCoverageScope?: string | null;
            /** @description 30 by default */
            cancellationNoticeDays?: number;
            contractDocumentUrl?: string | null;
            contractSigningId?: string | null;
            contractSigningProvider?: string | null;
            /** @description USD by default */
            currency?: string;
            customTerms?: {
                termDescription: string;
                termName: string;
            }[];
            /**
             * Format: date
             * @description Today by default
             */
            effectiveDate?: string;
            /**
             * Format: date
             * @description effectiveDate + termMonths - 1 day by default, and after a change of termMonths
             */
            expirationDate?: string;
            legalBusinessName?: string | null;
            legalRegisteredAddress?: string | null;
            notes?: string | null;
            pricingTier?: string | null;
            /** @description termMonths by default */
            renewalTermMonths?: number;
            signatoryEmail?: string | null;
            signatoryName?: string | null;
            signatoryTitle?: string | null;
            signedDate?: string | null;
            /** @description By default the whole months from effectiveDate to expirationDate where a deal has both, else 12 */
            termMonths?: number;
        };
        /**
         * @description What to change: absent members are kept, `null` clears one. Lists are replaced, and so are the policy's own coverage elections; `coverage` is changed member by member.
         *
         *     - `termEnd` must not be below termStart
         *     - `maxNights` must not be below minNights
         *     - `lossFundRatePerNight` must not be above ratePerNight
         *     - `coverageElections` must not be more than 500 together with enrolledProperties
         */
        UpdatePolicyBody: {
            additionalInsureds?: components["schemas"]["AdditionalInsuredBody"][];
            appliesTo?: string | null;
            /** @description true by default */
            autoRenew?: boolean;
            /**
             * @description MONTHLY by default
             * @enum {string}
             */
            billingFrequency?: "MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION";
            categoryExclusions?: {
                [key: string]: unknown;
            }[];
            /** @description Kept as given, a UUID in small letters */
            contractId?: string | null;
            coverage?: components["schemas"]["CoverageBody"] | null;
            coverageElections?: components["schemas"]["ElectionBody"][];
            coveredCategories?: string[];
            /**
             * Format: date
             * @description The day from which members that decide cover and price change: by default today, or the first day of the term if that is later
             */
            effectiveFrom?: string;
            /** @description JSON object, kept as given */
            eligibilityOverrides?: {
                [key: string]: unknown;
            };
            excludedPropertyTypes?: string[];
            /** @description Part of ratePerNight that feeds the loss fund */
            lossFundRatePerNight?: number | null;
            maxNights?: number | null;
            minNights?: number | null;
            /** @description The policy reference by default */
            name?: string;
            onboardingSource?: string | null;
            partnerPolicyId?: string | null;
            /** @description The plan of elections that name none */
            planId?: string | null;
            /**
             * @description A label, FLAT by default: prices follow from rates and rateTableVersions
             * @enum {string}
             */
            pricingSource?: "FLAT" | "RATE_TABLE" | "COVERAGE_V4";
            productCode?: string | null;
            productId?: string | null;
            /** @description Policies of different product lines may cover the same night */
            productLine?: string | null;
            ratePerMonth?: number | null;
            ratePerNight?: number | null;
            ratePerReservation?: number | null;
            rateTableVersions?: components["schemas"]["RateTableVersionBody"][];
            selectedSelfCoverage?: number | null;
            supportedCountries?: string[];
            supportedStates?: string[];
            /**
             * Format: date
             * @description Last day of the term; 12 months less a day by default
             */
            termEnd?: string;
            /**
             * Format: date
             * @description Today by default
             */
            termStart?: string;
        };
        /** @description What to change of a webhook endpoint */
        UpdateWebhookEndpointBody: {
            description?: string | null;
            /** @description Which events: their types, in which * stands for any text, three times at most */
            eventTypes?: string[];
            /**
             * Format: uri
             * @description Where events are sent: a public https address
             */
            url?: string;
        };
        /** @description An event that was sent to a webhook endpoint, once */
        WebhookAttempt: {
            /** @description How the answer begins */
            answer: string | null;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            at: string;
            durationMs: number;
            /** @description Why it failed */
            error: string | null;
            /**
             * Format: uuid
             * @description The event, which is also the `webhook-id`
             */
            eventId: string;
            eventType: string;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @enum {string} */
            outcome: "DELIVERED" | "FAILED";
            /** @description The HTTP status of the answer; null without one */
            status: number | null;
        };
        /** @description An address of an organization that events are sent to */
        WebhookEndpoint: {
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            description: string | null;
            /** @description Which events: their types, in which * stands for any text */
            eventTypes: string[];
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            /** @description Organization, as the caller names it */
            organizationId: string;
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * Format: uri
             * @description Where events are sent: a public https address
             */
            url: string;
            version: number;
        };
        /** @description A webhook endpoint with its new secret */
        WebhookEndpointSecret: {
            createdBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            description: string | null;
            /** @description Which events: their types, in which * stands for any text */
            eventTypes: string[];
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            lastModifiedBy: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            lastModifiedDate: string;
            /** @description Organization, as the caller names it */
            organizationId: string;
            /** @description The key of the signatures, `whsec_` and base64 (Standard Webhooks). It is shown only here: keep it */
            secret: string;
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * Format: uri
             * @description Where events are sent: a public https address
             */
            url: string;
            version: number;
        };
        /**
         * @description ACTIVE: events are sent. PAUSED: events wait, for 30 days. DISABLED, after 5 days of failures: it misses events; make it ACTIVE again and replay them
         * @enum {string}
         */
        WebhookEndpointStatus: "ACTIVE" | "PAUSED" | "DISABLED";
        /** @description Pauses a webhook endpoint, or goes on */
        WebhookEndpointStatusBody: {
            /**
             * @description ACTIVE sends what waits
             * @enum {string}
             */
            status: "ACTIVE" | "PAUSED";
        };
        /** @description What will be sent again */
        WebhookReplay: {
            /** @description How many events will be sent */
            events: number;
            /** @description False when there are more: go on with `eventId` of the last one */
            isComplete: boolean;
            /** @description The last of them; null when there is none */
            lastEventId: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances, by currency */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBalance"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAccountEntries: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Only entries about this invoice, credit note, payment or refund */
                itemId?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEntry"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query: {
                /** @description ISO 4217 code of a currency in use */
                currency: string;
                /** @description Calendar date */
                from: string;
                /** @description Calendar date */
                to: string;
            };
            header?: never;
            path: {
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The postings, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                    "application/pdf": unknown;
                    "text/html": string;
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    assessFollowup: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowupBody"];
            };
        };
        responses: {
            /** @description The questions and the range */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowupResult"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClaims: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
                /** @description Only claims of this reservation */
                reservationReferenceId?: string;
                /** @description Only claims in this state */
                status?: components["schemas"]["ClaimStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    submitClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe for 7 days: the same key and body get the first answer again, for example `5f1c9e9e-line-1` */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimBody"];
            };
        };
        responses: {
            /** @description The claim, which was there already */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /** @description The new claim */
            201: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description Path of what was created or started */
                    Location?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             *
             *     **idempotency-key-in-flight**: The first request with this key is still running. Try again later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-reused**: The key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the claim */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claim */
            200: {
                headers: {
                    /** @description The calls that this caller may make now, a list (RFC 9651) of operation ids; `to` is the state that one leads to */
                    "Allowed-Actions"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the claim */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateClaimBody"];
            };
        };
        responses: {
            /** @description The claim */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getClaimAudit: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /** @description Id of the claim */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the claim */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimDecisionBody"];
            };
        };
        responses: {
            /** @description The claim */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             *
             *     **claim-incomplete**: The claim cannot be approved yet: send what `missing` names with the decision.
             *
             *     **not-covered**: The policy does not cover the damage: `reason` has the cause. Deny the claim, or correct the policy and decide again.
             *
             *     **currency-mismatch**: The cover, or what was paid on the claim, is in another currency than the policy, or no amount of it: correct the reservation or the policy, or reverse the payouts.
             *
             *     **exceeds-cover**: The amount to approve is more than the cover pays: `payable` is the most.
             *
             *     **claim-has-payouts**: The claim has payouts. Reverse them first.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addClaimPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe for 7 days: the same key and body get the first answer again, for example `5f1c9e9e-line-1` */
                "Idempotency-Key"?: string;
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the claim */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimPayoutBody"];
            };
        };
        responses: {
            /** @description The claim with its payouts */
            201: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             *
             *     **exceeds-approved**: The payouts would be more than what was approved: `payable` is left.
             *
             *     **payout-reversed**: You cannot take back more than was paid: `payable` is left of the payout.
             *
             *     **idempotency-key-in-flight**: The first request with this key is still running. Try again later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-reused**: The key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setClaimReserve: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the claim */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimReserveBody"];
            };
        };
        responses: {
            /** @description The claim */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setClaimStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the claim */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimStatusBody"];
            };
        };
        responses: {
            /** @description The claim */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             *
             *     **claim-has-payouts**: The claim has payouts. Reverse them first.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getClaimSummary: {
        parameters: {
            query?: {
                /** @description Months shown, the present one included */
                months?: number;
                /** @description All that the caller may see without it */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimSummary"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the contract */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract */
            200: {
                headers: {
                    /** @description The calls that this caller may make now, a list (RFC 9651) of operation ids; `to` is the state that one leads to */
                    "Allowed-Actions"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contract"];
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateContract: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the contract */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContractBody"];
            };
        };
        responses: {
            /** @description The contract */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contract"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **contract-final**: An expired or terminated contract does not change any more. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getContractAudit: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /** @description Id of the contract */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setContractStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the contract */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractStatusBody"];
            };
        };
        responses: {
            /** @description The contract */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contract"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listContracts: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Only contracts in this state */
                status?: components["schemas"]["ContractStatus"];
            };
            header?: never;
            path: {
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contracts */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contract"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Only events of this name */
                name?: string;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
                /** @description Only events of this publisher */
                service?: string;
            };
            header?: {
                /** @description The position to go on behind, of a stream */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSummary"][];
                    "text/event-stream": string;
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDetail"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
                /** @description Only invoices of this policy */
                organizationPolicyId?: string;
                /** @description Only invoices in this state */
                status?: components["schemas"]["InvoiceStatus"];
                /** @description `summary`: without lines, `lineItems` is empty; `full` by default */
                view?: "full" | "summary";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoices */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: {
                /** @description `summary`: without lines, `lineItems` is empty; `full` by default */
                view?: "full" | "summary";
            };
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the invoice */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice */
            200: {
                headers: {
                    /** @description The calls that this caller may make now, a list (RFC 9651) of operation ids; `to` is the state that one leads to */
                    "Allowed-Actions"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                    "application/pdf": unknown;
                    "text/html": string;
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoiceAudit: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /** @description Id of the invoice */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoiceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintedDocument"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explainInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How each line came about */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceExplanation"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLineItems: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
            };
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the invoice */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LineItem"][];
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addLineItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe for 7 days: the same key and body get the first answer again, for example `5f1c9e9e-line-1` */
                "Idempotency-Key"?: string;
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the invoice */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LineItemBody"];
            };
        };
        responses: {
            /** @description The invoice with its new totals */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **invoice-not-draft**: Only a DRAFT can be sent to the provider or have its lines changed.
             *
             *     **invoice-frozen**: The invoice is being sent, and the outcome at the payment provider is not known yet. Try again later.
             *
             *     **line-limit**: An invoice has at most 200 manual lines.
             *
             *     **idempotency-key-in-flight**: The first request with this key is still running. Try again later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-reused**: The key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeLineItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the invoice */
                id: string;
                /** @description Position in lineItems */
                index: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice with its new totals */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **order-line-immutable**: Only manual lines can be removed.
             *
             *     **invoice-not-draft**: Only a DRAFT can be sent to the provider or have its lines changed.
             *
             *     **invoice-frozen**: The invoice is being sent, and the outcome at the payment provider is not known yet. Try again later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the invoice */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **payment-provider-not-configured**: Set the status to SENT instead and send the invoice yourself.
             *
             *     **draft-stale**: The policy, its orders or its other invoices have changed, and the invoice would have the lower total `total`. Generate it again.
             *
             *     **invoice-not-deliverable**: The payment provider cannot take the invoice: no contract has an email address, or the provider does not support amounts this small in the currency.
             *
             *     **invoice-not-draft**: Only a DRAFT can be sent to the provider or have its lines changed.
             *
             *     **invoice-frozen**: The invoice is being sent, and the outcome at the payment provider is not known yet. Try again later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payment-provider-failed**: The payment provider refused the call or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setInvoiceStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the invoice */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceStatusBody"];
            };
        };
        responses: {
            /** @description The invoice */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             *
             *     **draft-stale**: The policy, its orders or its other invoices have changed, and the invoice would have the lower total `total`. Generate it again.
             *
             *     **invoice-frozen**: The invoice is being sent, and the outcome at the payment provider is not known yet. Try again later.
             *
             *     **invoice-has-payments**: Reverse its payments first. Or end the cover of its nights: then they are credited.
             *
             *     **credit-note-used**: The credit note was used for what the account owed. It can no longer be voided.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payment-provider-failed**: The payment provider refused the call or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    generateInvoice: {
        parameters: {
            query?: {
                /** @description `true` answers the invoice to be and stores nothing */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the policy */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QuoteBody"];
            };
        };
        responses: {
            /** @description The draft, refreshed; or the invoice to be */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"] | components["schemas"]["InvoicePreview"];
                };
            };
            /** @description The new draft */
            201: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description Path of what was created or started */
                    Location?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **nothing-to-bill**: The policy is cancelled or expired and all its nights are billed.
             *
             *     **invoice-frozen**: The invoice is being sent, and the outcome at the payment provider is not known yet. Try again later.
             *
             *     **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             *
             *     **policy-final**: A cancelled or superseded policy does not change any more.
             *
             *     **policy-not-in-force**: The policy is not in force on the day that the call is about, or can no longer be reinstated.
             *
             *     **retroactive-change**: A policy that was active can change from `earliest` on. To change an earlier day, make a correction, with a reason.
             *
             *     **notice-too-short**: The cancellation needs notice: it can take effect on `earliest` or later.
             *
             *     **enrollment-limit**: A policy has at most 10,000 enrollments.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoiceSummary: {
        parameters: {
            query?: {
                /** @description Months shown, the present one included */
                months?: number;
                /** @description All that the caller may see without it */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures, by currency */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceSummary"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLedger: {
        parameters: {
            query?: {
                /** @description Months shown, the present one included */
                months?: number;
                /** @description All that the caller may see without it */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures, by currency */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveLedger"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
                /** @description Only mails in this state */
                status?: components["schemas"]["MailStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mails */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMailContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailContact"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putMailContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailContactBody"];
            };
        };
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailContact"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **mail-not-configured**: The platform has no mail server. Its operator must set `SMTP_URL`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMailContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has no contact */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the mail */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail */
            200: {
                headers: {
                    /** @description The calls that this caller may make now, a list (RFC 9651) of operation ids; `to` is the state that one leads to */
                    "Allowed-Actions"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setMailStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the mail */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailStatusBody"];
            };
        };
        responses: {
            /** @description The mail */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description All that the caller may see without it */
                organizationId?: string;
                /** @description Those that wait for a decision, or those that were replayed or discarded */
                state?: "OPEN" | "RESOLVED";
            };
            header?: never;
            path: {
                /** @description Service to query */
                service: "policy" | "contract" | "billing" | "renewal" | "claims" | "insight";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dead letters */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetter"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the dead letter */
                id: string;
                /** @description Service to query */
                service: "policy" | "contract" | "billing" | "renewal" | "claims" | "insight";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dead letter */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterDetail"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    discardDeadLetter: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the dead letter */
                id: string;
                /** @description Service to query */
                service: "policy" | "contract" | "billing" | "renewal" | "claims" | "insight";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscardBody"];
            };
        };
        responses: {
            /** @description The dead letter, discarded */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetter"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the dead letter */
                id: string;
                /** @description Service to query */
                service: "policy" | "contract" | "billing" | "renewal" | "claims" | "insight";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStanding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Service to query */
                service: "policy" | "contract" | "billing" | "renewal" | "claims" | "insight";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStanding"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Organizations at most */
                limit?: number;
                /** @description How its id begins */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnownOrganization"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Only payments that have paid of this invoice */
                invoiceId?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payments */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receivePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe for 7 days: the same key and body get the first answer again, for example `5f1c9e9e-line-1` */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentBody"];
            };
        };
        responses: {
            /** @description The payment */
            201: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description Path of what was created or started */
                    Location?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-in-flight**: The first request with this key is still running. Try again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-reused**: The key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the payment */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe for 7 days: the same key and body get the first answer again, for example `5f1c9e9e-line-1` */
                "Idempotency-Key"?: string;
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the payment */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundBody"];
            };
        };
        responses: {
            /** @description The payment with its refunds */
            201: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **payment-refunded**: You cannot refund or reverse this much: `left` (in minor units) is left of the payment, or a part was paid back already.
             *
             *     **idempotency-key-in-flight**: The first request with this key is still running. Try again later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-reused**: The key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setRefundReason: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the payment */
                id: string;
                /** @description Id of the refund */
                refundId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundReasonBody"];
            };
        };
        responses: {
            /** @description The payment with its refunds */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reversePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the payment */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReversePaymentBody"];
            };
        };
        responses: {
            /** @description The payment */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **payment-refunded**: You cannot refund or reverse this much: `left` (in minor units) is left of the payment, or a part was paid back already.
             *
             *     **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                /** @description Only policies of this contract */
                contractId?: string;
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
                /** @description Only policies in this state */
                status?: components["schemas"]["PolicyStatus"];
                /** @description `summary`: without enrollments, `enrolledProperties` and `activeEnrollments` are empty; `full` by default */
                view?: "full" | "summary";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policies */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe for 7 days: the same key and body get the first answer again, for example `5f1c9e9e-line-1` */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePolicyBody"];
            };
        };
        responses: {
            /** @description The new policy */
            201: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description Path of what was created or started */
                    Location?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **enrollment-limit**: A policy has at most 10,000 enrollments.
             *
             *     **idempotency-key-in-flight**: The first request with this key is still running. Try again later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-reused**: The key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPolicy: {
        parameters: {
            query?: {
                /** @description `summary`: without enrollments, `enrolledProperties` and `activeEnrollments` are empty; `full` by default */
                view?: "full" | "summary";
            };
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    /** @description The calls that this caller may make now, a list (RFC 9651) of operation ids; `to` is the state that one leads to */
                    "Allowed-Actions"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updatePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePolicyBody"];
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **policy-final**: A cancelled or superseded policy does not change any more.
             *
             *     **policy-not-in-force**: The policy is not in force on the day that the call is about, or can no longer be reinstated.
             *
             *     **retroactive-change**: A policy that was active can change from `earliest` on. To change an earlier day, make a correction, with a reason.
             *
             *     **change-limit**: A policy has at most 100 changes that are still to take effect. Withdraw one, or wait for the next.
             *
             *     **enrollment-limit**: A policy has at most 10,000 enrollments.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPolicyAudit: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCertificate: {
        parameters: {
            query?: {
                /** @description The day that it speaks of; today by default */
                asOf?: string;
            };
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintedDocument"];
                    "application/pdf": unknown;
                    "text/html": string;
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **policy-not-bound**: The policy was never ACTIVE, so there is nothing to correct and no cover to certify.
             *
             *     **policy-not-in-force**: The policy is not in force on the day that the call is about, or can no longer be reinstated.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPolicyChanges: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyChange"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawPolicyChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the policy */
                id: string;
                /** @description Of the change */
                sequence: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **change-in-effect**: Only a future change can be withdrawn, and no issue, renewal or hand-over. Correct the policy instead. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    correctPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe for 7 days: the same key and body get the first answer again, for example `5f1c9e9e-line-1` */
                "Idempotency-Key"?: string;
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectPolicyBody"];
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **policy-not-bound**: The policy was never ACTIVE, so there is nothing to correct and no cover to certify.
             *
             *     **policy-not-in-force**: The policy is not in force on the day that the call is about, or can no longer be reinstated.
             *
             *     **enrollment-limit**: A policy has at most 10,000 enrollments.
             *
             *     **idempotency-key-in-flight**: The first request with this key is still running. Try again later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-reused**: The key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeclarations: {
        parameters: {
            query?: {
                /** @description The day that it speaks of; today by default */
                asOf?: string;
            };
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintedDocument"];
                    "application/pdf": unknown;
                    "text/html": string;
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **policy-not-bound**: The policy was never ACTIVE, so there is nothing to correct and no cover to certify.
             *
             *     **policy-not-in-force**: The policy is not in force on the day that the call is about, or can no longer be reinstated.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enrollProperties: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is retired */
            410: {
                headers: {
                    /** @description Since when the endpoint is deprecated */
                    Deprecation?: string;
                    /** @description When it was retired */
                    Sunset?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
        };
    };
    listEnrollments: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
            };
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The enrollments */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"][];
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setPolicyStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyStatusBody"];
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             *
             *     **retroactive-change**: A policy that was active can change from `earliest` on. To change an earlier day, make a correction, with a reason.
             *
             *     **notice-too-short**: The cancellation needs notice: it can take effect on `earliest` or later.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPolicySummary: {
        parameters: {
            query?: {
                /** @description All that the caller may see without it */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicySummary"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAllRenewals: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
                /** @description Only renewals in this state */
                status?: components["schemas"]["RenewalStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalRecord"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRenewal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the renewal */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    /** @description The calls that this caller may make now, a list (RFC 9651) of operation ids; `to` is the state that one leads to */
                    "Allowed-Actions"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalRecord"];
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRenewalAudit: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /** @description Id of the renewal */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setRenewalStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the renewal */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenewalStatusBody"];
            };
        };
        responses: {
            /** @description The record */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalRecord"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`.
             *
             *     **policy-not-in-force**: The policy is not in force on the day that the call is about, or can no longer be reinstated.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRenewals: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the policy */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records, oldest first */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalRecord"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    processRenewals: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe for 7 days: the same key and body get the first answer again, for example `5f1c9e9e-line-1` */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault; `wait=N` waits up to N seconds for the end of the run, at most 60, for example `handling=strict` */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProcessRenewalsBody"];
            };
        };
        responses: {
            /** @description The finished run */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalRun"];
                };
            };
            /** @description The run goes on */
            202: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description Path of what was created or started */
                    Location?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalRun"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-in-flight**: The first request with this key is still running. Try again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **idempotency-key-reused**: The key was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRenewalRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the run */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalRun"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRenewalSummary: {
        parameters: {
            query?: {
                /** @description How far ahead */
                days?: number;
                /** @description All that the caller may see without it */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalSummary"];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUpcomingRenewals: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description How many days from today a term may end */
                days?: number;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Organization, as the caller names it */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By end of term */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpcomingRenewal"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getClaimsBordereau: {
        parameters: {
            query: {
                /** @description Calendar month */
                month: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bordereau */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimsBordereauRow"][];
                    "text/csv": string;
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLossFund: {
        parameters: {
            query: {
                /** @description Calendar date */
                from: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @description Calendar date */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement, by policy and currency */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LossFundRow"][];
                    "text/csv": string;
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPremiumBordereau: {
        parameters: {
            query: {
                /** @description Calendar month */
                month: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bordereau */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PremiumBordereauRow"][];
                    "text/csv": string;
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReceivables: {
        parameters: {
            query: {
                /** @description Today by default */
                asOf?: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receivables, by currency */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivablesRow"][];
                    "text/csv": string;
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stateReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatedReservation"];
            };
        };
        responses: {
            /** @description The reservation */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookupReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReservationLookupBody"];
            };
        };
        responses: {
            /** @description The reservation */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description Results at most */
                limit?: number;
                /** @description Organization, as the caller names it */
                organizationId?: string;
                /** @description What to look for: beginnings of words, a number, a reference, an id */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTaxRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every version, by state, category and day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putTaxRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description The part of a line that is taxed */
                category: "INSURANCE_PREMIUM" | "PARTNER_FEE" | "SERVICE_FEE";
                /** @description The state of properties, in upper or lower case */
                stateCode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxRateBody"];
            };
        };
        responses: {
            /** @description The version */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTimeline: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contract, policy, invoice, payment, renewal, claim, or trace; or a reference */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSummary"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Which come first, the oldest without it; pages go on in this order */
                order?: "oldest" | "newest";
                /** @description Organization, as the caller names it */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoints */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description The webhook endpoint, with its secret */
            201: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description Path of what was created or started */
                    Location?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **webhook-endpoint-limit**: An organization has at most 100 webhook endpoints. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version the caller has: 304 while it is the newest, for example `"3"` */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint */
            200: {
                headers: {
                    /** @description The calls that this caller may make now, a list (RFC 9651) of operation ids; `to` is the state that one leads to */
                    "Allowed-Actions"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description The caller has the newest version */
            304: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description The webhook endpoint */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted, and gets nothing more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: {
                /** @description Where the page starts, taken from the Link header of the page before */
                cursor?: string;
                /** @description Only those of this event */
                eventId?: string;
                /** @description Rows of a page at most */
                limit?: number;
                /** @description Only those that ended so */
                outcome?: "DELIVERED" | "FAILED";
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempts */
            200: {
                headers: {
                    /** @description rel="next" leads to the next page, when there is more */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttempt"][];
                };
            };
            /**
             * @description **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookEventsBody"];
            };
        };
        responses: {
            /** @description They will be sent */
            202: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **webhook-endpoint-not-active**: The endpoint is DISABLED and gets no events. Make it ACTIVE first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint, with its secret */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setWebhookEndpointStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version to change: 412 when it is not the newest any more, for example `"3"` */
                "If-Match"?: string;
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
            };
            path: {
                /** @description Id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointStatusBody"];
            };
        };
        responses: {
            /** @description The webhook endpoint */
            200: {
                headers: {
                    /** @description Version of the resource */
                    ETag?: string;
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **invalid-transition**: The resource cannot go `from` its state `to` this one. Choose one of `allowed`, or see `detail`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **version-mismatch**: The resource has changed since the version in `If-Match`. Read it again. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How that went */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttempt"];
                };
            };
            /** @description **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiveDeal: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` makes unknown and read-only members a fault, for example `handling=strict` */
                Prefer?: string;
                /** @description Id of the message, the same one for repetitions of it */
                "webhook-id"?: string;
                /** @description Its signatures, as Standard Webhooks say */
                "webhook-signature"?: string;
                /** @description When it was signed, in seconds since 1970 */
                "webhook-timestamp"?: string;
                /** @description When HubSpot signed, in milliseconds since 1970 */
                "X-HubSpot-Request-Timestamp"?: string;
                /** @description The signature of HubSpot, instead of these */
                "X-HubSpot-Signature-v3"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DealBody"] | components["schemas"]["HubSpotDeal"] | components["schemas"]["PipedriveDeal"];
            };
        };
        responses: {
            /** @description The contract that the same deal made before */
            200: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description rel="related" leads to the policy */
                    Link?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DealResult"];
                };
            };
            /** @description The new contract */
            201: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description rel="related" leads to the policy */
                    Link?: string;
                    /** @description Path of what was created or started */
                    Location?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DealResult"];
                };
            };
            /** @description The deal is not won */
            202: {
                headers: {
                    /** @description JSON pointers of members of the body that were ignored: unknown or read-only ones */
                    "Ignored-Members"?: string;
                    /** @description The preferences that were heeded */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DealIgnored"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **invalid-request**: The request does not match its schema. `errors` names each fault by JSON pointer, up to 100.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **forbidden**: You need one of `requiredRoles`. With `members`, only these members of the body need it. Nothing was changed.
             *
             *     **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **deal-conflict**: The deal came before with other content. Change contract `contractId`; where that has ended, a new contract needs a deal of its own. Operators can read your body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unsupported-media-type**: Bodies are application/json, in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait.
             *
             *     **budget-exceeded**: The organization has used its storage for the day, or for events of 30 days. Try again after `Retry-After`. Reading still works.
             */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description When and with which key Stripe signed the body */
                "Stripe-Signature"?: string;
            };
            path: {
                /** @description Name of the payment provider */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The event is stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentWebhookResult"];
                };
            };
            /**
             * @description **malformed-json**: The body is not JSON in UTF-8, has more than 32 levels, or has more than 20,000 values.
             *
             *     **malformed-request**: The address or the headers of the request cannot be read, or a header is there twice.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **unauthenticated**: Credentials are missing or not valid; for a webhook, its signature. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **foreign-origin**: Without authentication, web pages of another `Origin` may only read. Add the origin of the page to `CORS_ORIGINS`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **not-found**: There is no such path or resource, or it belongs to another organization, or a guest did not send what is needed to see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **request-timeout**: The request did not arrive within 15 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **payload-too-large**: The body is longer than 1 MiB, or its event would be longer than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **misdirected-request**: The gateway does not answer to this `Host`. In development it answers to `localhost`; add others to `ALLOWED_HOSTS`. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **rate-limited**: Too many requests; the `Retry-After` header has the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **headers-too-long**: The address and the headers are longer than 16 KiB together. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **internal**: An unexpected error. Search the logs for `errorId`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **service-unavailable**: A part of the platform is not available. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description Seconds until it is worth trying again */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description **upstream-timeout**: No answer came in time, the outcome is unknown. Repeat the request with the same idempotency key. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
