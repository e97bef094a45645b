// Generated from the schemas of events by `npm run docs:write`; a spec fails when it is not up to date.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
        /** @description A claim without its documents */
        ClaimState: {
            aiAssessment: components["schemas"]["AiAssessment"] | null;
            /**
             * @description Kind of thing that was damaged
             * @default null
             */
            category: string | null;
            claimReference: string;
            claimUrls: {
                description: string | null;
                url: string;
            }[];
            /** @default null */
            cover: components["schemas"]["ClaimCover"] | null;
            /**
             * @description What of the cover the claim is about
             * @default CONTENTS
             * @enum {string}
             */
            coverageType: "CONTENTS" | "DWELLING" | "LIABILITY";
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            createdDate: string;
            /**
             * @description Currency of the amounts; null where it is unknown
             * @default null
             */
            currency: string | null;
            damageDate: string | null;
            damageDescription: string | null;
            /** @default null */
            decision: components["schemas"]["ClaimDecision"] | null;
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
            /**
             * @description Paid out, less what was reversed
             * @default 0
             */
            paidAmount: number;
            /** @default [] */
            payouts: components["schemas"]["ClaimPayout"][];
            /**
             * @description The policy that covers the damage
             * @default null
             */
            policyId: string | null;
            reservationId: number | null;
            reservationReferenceId: string | null;
            /**
             * @description Set aside for what is still to be paid
             * @default 0
             */
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
        };
        /**
         * @description State of a claim
         * @enum {string}
         */
        ClaimStatus: "DRAFT" | "SUBMITTED" | "UNDER_REVIEW" | "INFO_REQUESTED" | "APPROVED" | "DENIED" | "PAID" | "CLOSED" | "WITHDRAWN";
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
        /** @description A dated change of a policy */
        DatedChange: {
            /** @description What a renewal adds to the rate table. null: too long for an event; the list of changes has it */
            addedRates: components["schemas"]["RateTableVersion"][] | null;
            /**
             * Format: date
             * @description It holds from this day, until a later one of the same member
             */
            effectiveFrom: string;
            /** @enum {string} */
            kind: "ISSUE" | "CHANGE" | "CORRECTION" | "SUSPEND" | "RESUME" | "CANCEL" | "REINSTATE" | "EXPIRE" | "SUPERSEDE" | "RENEW";
            /** @description Dated members of the policy and their new values. null: too long for an event; the list of changes has it */
            members: {
                [key: string]: unknown;
            } | null;
            /** @description Of a cancellation or correction. INVOICE_UNPAID: a suspension that ends when the last unpaid invoice is settled */
            reason: string | null;
            /** @description Counts the changes of the policy from 1 */
            sequence: number;
            /** @description The state that a correction brings */
            status: components["schemas"]["PolicyStatus"] | null;
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
        /**
         * @description Includes an organization, a group of properties or a property in the cover, or excludes it
         *
         *     - `effectiveTo` must not be below effectiveFrom
         *     - `scopeId` is needed for this scopeType
         *     - `property.propertyId` must be the scopeId
         */
        Election: {
            /** @enum {string} */
            action: "INCLUDE" | "EXCLUDE";
            /**
             * Format: date
             * @description First covered night; today by default
             */
            effectiveFrom?: string;
            /** @description Last covered night */
            effectiveTo?: string | null;
            electionId: string;
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
        /** @description An enrollment with what billing needs to know beside it */
        EnrollmentFacts: {
            active: boolean;
            /** @description The flat rate per month if it decides, or else 30 times the rate per night */
            computedRatePerMonth: number | null;
            /** @description Rate in force today */
            computedRatePerNight: number | null;
            /** @description Coverage election that the enrollment follows from */
            electionId: string | null;
            /** @description The plan that the election brings; null: the policy's of each night */
            electionPlanId?: string | null;
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
            /** @description State of the property */
            state: string | null;
            /** @description First day without cover */
            unenrolledDate: string | null;
        };
        /** @description A fault in a request and where it is, as a JSON pointer */
        Fault: {
            detail: string;
            pointer: string;
        };
        /** @description Dated members of a policy until the next ones */
        InForce: {
            /** @enum {string} */
            billingFrequency: "MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION";
            categoryExclusions: {
                [key: string]: unknown;
            }[];
            coverage: components["schemas"]["Coverage"] | null;
            coveredCategories: string[];
            /** @description JSON object, kept as given */
            eligibilityOverrides: {
                [key: string]: unknown;
            };
            excludedPropertyTypes: string[];
            /**
             * Format: date
             * @description They hold from this day on, the first ones before it, too
             */
            from: string;
            lossFundRatePerNight: number | null;
            maxNights: number | null;
            minNights: number | null;
            planId: string | null;
            ratePerMonth: number | null;
            ratePerNight: number | null;
            ratePerReservation: number | null;
            rateTableVersions: components["schemas"]["RateTableVersion"][];
            selectedSelfCoverage: number | null;
            supportedCountries: string[];
            supportedStates: string[];
        };
        "insurance.billing.event-rejected.v1": {
            data: {
                errors: components["schemas"]["Fault"][];
                /** @description The rejected event's id */
                id: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @description The rejected event's source */
                source: string;
                /** @description The rejected event's type */
                type: string | null;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.event-rejected.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.event-rejected.v1";
        };
        "insurance.billing.invoice-changed.v1": {
            data: {
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-changed.v1";
        };
        "insurance.billing.invoice-generated.v1": {
            data: {
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-generated.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-generated.v1";
        };
        "insurance.billing.invoice-paid.v1": {
            data: {
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-paid.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-paid.v1";
        };
        "insurance.billing.invoice-past-due.v1": {
            data: {
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-past-due.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-past-due.v1";
        };
        "insurance.billing.invoice-payment-failed.v1": {
            data: {
                /** @description Not retried until the payment method changes */
                hardDecline: boolean;
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                reason: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-payment-failed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-payment-failed.v1";
        };
        "insurance.billing.invoice-reopened.v1": {
            data: {
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-reopened.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-reopened.v1";
        };
        "insurance.billing.invoice-sent.v1": {
            data: {
                /** @enum {string} */
                channel: "MANUAL" | "PROVIDER";
                currency: string;
                /**
                 * Format: date
                 * @description Calendar date
                 */
                dueDate: string;
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                invoiceReference: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
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
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                /**
                 * Format: date-time
                 * @description UTC timestamp
                 */
                sentAt: string;
                /** @description Amount in major units with the decimals of the currency */
                total: number;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-sent.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-sent.v1";
        };
        "insurance.billing.invoice-suspended.v1": {
            data: {
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-suspended.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-suspended.v1";
        };
        "insurance.billing.invoice-uncollectible.v1": {
            data: {
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-uncollectible.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-uncollectible.v1";
        };
        "insurance.billing.invoice-voided.v1": {
            data: {
                invoice: components["schemas"]["InvoiceState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.invoice-voided.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.invoice-voided.v1";
        };
        "insurance.billing.payment-allocated.v1": {
            data: {
                /** @description Organization, as the caller names it */
                organizationId: string;
                payment: components["schemas"]["PaymentState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                paymentId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.payment-allocated.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.payment-allocated.v1";
        };
        "insurance.billing.payment-disputed.v1": {
            data: {
                disputeId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @enum {string} */
                outcome: "OPEN" | "WON" | "LOST";
                payment: components["schemas"]["PaymentState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                paymentId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.payment-disputed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.payment-disputed.v1";
        };
        "insurance.billing.payment-received.v1": {
            data: {
                /** @description Organization, as the caller names it */
                organizationId: string;
                payment: components["schemas"]["PaymentState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                paymentId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.payment-received.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.payment-received.v1";
        };
        "insurance.billing.payment-refunded.v1": {
            data: {
                /** @description Organization, as the caller names it */
                organizationId: string;
                payment: components["schemas"]["PaymentState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                paymentId: string;
                refund: components["schemas"]["Refund"];
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.payment-refunded.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.payment-refunded.v1";
        };
        "insurance.billing.payment-reversed.v1": {
            data: {
                /** @description Organization, as the caller names it */
                organizationId: string;
                payment: components["schemas"]["PaymentState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                paymentId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.payment-reversed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.payment-reversed.v1";
        };
        "insurance.billing.reserve-split-reversed.v1": {
            data: {
                currency: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @description When the invoice was paid; null when splits go out with the invoice or with a part payment, and when a reversal makes it open again */
                paidDate: string | null;
                part: number;
                parts: number;
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
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                /** @enum {string} */
                reason: "REFUND" | "VOID" | "REVERSAL" | "DISPUTE" | "WRITE_OFF";
                refundId: string | null;
                splits: components["schemas"]["ReserveSplit"][];
                /** @description Sum of the splits of this part */
                totalCents: number;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.reserve-split-reversed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.reserve-split-reversed.v1";
        };
        "insurance.billing.reserve-split.v1": {
            data: {
                currency: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                invoiceId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @description When the invoice was paid; null when splits go out with the invoice or with a part payment, and when a reversal makes it open again */
                paidDate: string | null;
                part: number;
                parts: number;
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
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                splits: components["schemas"]["ReserveSplit"][];
                /** @description Sum of the splits of this part */
                totalCents: number;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.billing.reserve-split.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/billing";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.billing.reserve-split.v1";
        };
        "insurance.claims.claim-assessed.v1": {
            data: {
                claim: components["schemas"]["ClaimState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                claimId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.claims.claim-assessed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/claims";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.claims.claim-assessed.v1";
        };
        "insurance.claims.claim-changed.v1": {
            data: {
                claim: components["schemas"]["ClaimState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                claimId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.claims.claim-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/claims";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.claims.claim-changed.v1";
        };
        "insurance.claims.claim-decided.v1": {
            data: {
                claim: components["schemas"]["ClaimState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                claimId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.claims.claim-decided.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/claims";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.claims.claim-decided.v1";
        };
        "insurance.claims.claim-paid.v1": {
            data: {
                claim: components["schemas"]["ClaimState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                claimId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                payout: components["schemas"]["ClaimPayout"];
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.claims.claim-paid.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/claims";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.claims.claim-paid.v1";
        };
        "insurance.claims.claim-reserve-changed.v1": {
            data: {
                claim: components["schemas"]["ClaimState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                claimId: string;
                note: string | null;
                /** @description Organization, as the caller names it */
                organizationId: string;
                previousReserveAmount: number;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.claims.claim-reserve-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/claims";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.claims.claim-reserve-changed.v1";
        };
        "insurance.claims.claim-status-changed.v1": {
            data: {
                claim: components["schemas"]["ClaimState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                claimId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                previousStatus: components["schemas"]["ClaimStatus"];
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.claims.claim-status-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/claims";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.claims.claim-status-changed.v1";
        };
        "insurance.claims.claim-submitted.v1": {
            data: {
                claim: components["schemas"]["ClaimState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                claimId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.claims.claim-submitted.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/claims";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.claims.claim-submitted.v1";
        };
        "insurance.claims.event-rejected.v1": {
            data: {
                errors: components["schemas"]["Fault"][];
                /** @description The rejected event's id */
                id: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @description The rejected event's source */
                source: string;
                /** @description The rejected event's type */
                type: string | null;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.claims.event-rejected.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/claims";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.claims.event-rejected.v1";
        };
        "insurance.contract.contract-changed.v1": {
            data: {
                contract: components["schemas"]["Contract"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                contractId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.contract.contract-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/contract";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.contract.contract-changed.v1";
        };
        "insurance.contract.contract-status-changed.v1": {
            data: {
                contract: components["schemas"]["Contract"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                contractId: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                previousStatus: components["schemas"]["ContractStatus"];
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.contract.contract-status-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/contract";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.contract.contract-status-changed.v1";
        };
        "insurance.contract.deal-closed.v1": {
            data: {
                baseRatePerNight: number | null;
                contract: components["schemas"]["Contract"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                contractId: string;
                contractReference: string;
                crmDealId: string;
                currency: string;
                /**
                 * Format: date
                 * @description Calendar date
                 */
                effectiveDate: string;
                /**
                 * Format: date
                 * @description Calendar date
                 */
                expirationDate: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                policyTerms: components["schemas"]["PolicyTerms"];
                termMonths: number;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.contract.deal-closed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/contract";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.contract.deal-closed.v1";
        };
        "insurance.contract.event-rejected.v1": {
            data: {
                errors: components["schemas"]["Fault"][];
                /** @description The rejected event's id */
                id: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @description The rejected event's source */
                source: string;
                /** @description The rejected event's type */
                type: string | null;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.contract.event-rejected.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/contract";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.contract.event-rejected.v1";
        };
        "insurance.insight.webhook-endpoint-disabled.v1": {
            data: {
                /**
                 * Format: date-time
                 * @description When it failed first
                 */
                failingSince: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                version: number;
                webhookEndpoint: components["schemas"]["WebhookEndpoint"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                webhookEndpointId: string;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.insight.webhook-endpoint-disabled.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/insight";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.insight.webhook-endpoint-disabled.v1";
        };
        "insurance.policy.enrollment-changed.v1": {
            data: {
                changes: components["schemas"]["Enrollment"][];
                /** @description Organization, as the caller names it */
                organizationId: string;
                part: number;
                parts: number;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.policy.enrollment-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/policy";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.policy.enrollment-changed.v1";
        };
        "insurance.policy.event-rejected.v1": {
            data: {
                errors: components["schemas"]["Fault"][];
                /** @description The rejected event's id */
                id: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @description The rejected event's source */
                source: string;
                /** @description The rejected event's type */
                type: string | null;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.policy.event-rejected.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/policy";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.policy.event-rejected.v1";
        };
        "insurance.policy.policy-changed.v1": {
            data: {
                /**
                 * @description The dated change that was recorded; null: none was, or one was withdrawn
                 * @default null
                 */
                change: components["schemas"]["DatedChange"] | null;
                /**
                 * @description The recorded changes from `policy.nextChangeOn` on, at most 100, in order of effect; none where that is null. What a policy shows already, as its term is still to come, may be missing
                 * @default []
                 */
                changesAhead: components["schemas"]["DatedChange"][];
                /** @description Organization, as the caller names it */
                organizationId: string;
                policy: components["schemas"]["PolicyState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.policy.policy-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/policy";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.policy.policy-changed.v1";
        };
        "insurance.policy.policy-created.v1": {
            data: {
                /**
                 * @description The dated change that was recorded; null: none was, or one was withdrawn
                 * @default null
                 */
                change: components["schemas"]["DatedChange"] | null;
                /**
                 * @description The recorded changes from `policy.nextChangeOn` on, at most 100, in order of effect; none where that is null. What a policy shows already, as its term is still to come, may be missing
                 * @default []
                 */
                changesAhead: components["schemas"]["DatedChange"][];
                /** @description Organization, as the caller names it */
                organizationId: string;
                policy: components["schemas"]["PolicyState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.policy.policy-created.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/policy";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.policy.policy-created.v1";
        };
        "insurance.policy.policy-status-changed.v1": {
            data: {
                /**
                 * @description The dated change that was recorded; null: none was, or one was withdrawn
                 * @default null
                 */
                change: components["schemas"]["DatedChange"] | null;
                /**
                 * @description The recorded changes from `policy.nextChangeOn` on, at most 100, in order of effect; none where that is null. What a policy shows already, as its term is still to come, may be missing
                 * @default []
                 */
                changesAhead: components["schemas"]["DatedChange"][];
                /** @description Organization, as the caller names it */
                organizationId: string;
                policy: components["schemas"]["PolicyState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                previousStatus: components["schemas"]["PolicyStatus"];
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.policy.policy-status-changed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/policy";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.policy.policy-status-changed.v1";
        };
        "insurance.policy.renewal-rejected.v1": {
            data: {
                /**
                 * @description The recorded changes from `policy.nextChangeOn` on, at most 100, in order of effect; none where that is null. What a policy shows already, as its term is still to come, may be missing
                 * @default []
                 */
                changesAhead: components["schemas"]["DatedChange"][];
                /** @description Organization, as the caller names it */
                organizationId: string;
                policy: components["schemas"]["PolicyState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                reason: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.policy.renewal-rejected.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/policy";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.policy.renewal-rejected.v1";
        };
        "insurance.policy.term-renewed.v1": {
            data: {
                /**
                 * @description The dated change that was recorded; null: none was, or one was withdrawn
                 * @default null
                 */
                change: components["schemas"]["DatedChange"] | null;
                /**
                 * @description The recorded changes from `policy.nextChangeOn` on, at most 100, in order of effect; none where that is null. What a policy shows already, as its term is still to come, may be missing
                 * @default []
                 */
                changesAhead: components["schemas"]["DatedChange"][];
                /** @description Organization, as the caller names it */
                organizationId: string;
                policy: components["schemas"]["PolicyState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                /**
                 * Format: date
                 * @description Calendar date
                 */
                previousTermEnd: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.policy.term-renewed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/policy";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.policy.term-renewed.v1";
        };
        "insurance.renewal.event-rejected.v1": {
            data: {
                errors: components["schemas"]["Fault"][];
                /** @description The rejected event's id */
                id: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /** @description The rejected event's source */
                source: string;
                /** @description The rejected event's type */
                type: string | null;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.renewal.event-rejected.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/renewal";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.renewal.event-rejected.v1";
        };
        "insurance.renewal.renewal-cancelled.v1": {
            data: {
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                renewal: components["schemas"]["RenewalState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                version: number;
                /** @description Cancelled only as the policy was not to go on; scheduled again once it is. Absent in older events */
                withPolicy?: boolean;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.renewal.renewal-cancelled.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/renewal";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.renewal.renewal-cancelled.v1";
        };
        "insurance.renewal.renewal-completed.v1": {
            data: {
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                renewal: components["schemas"]["RenewalState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.renewal.renewal-completed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/renewal";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.renewal.renewal-completed.v1";
        };
        "insurance.renewal.renewal-failed.v1": {
            data: {
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                renewal: components["schemas"]["RenewalState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.renewal.renewal-failed.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/renewal";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.renewal.renewal-failed.v1";
        };
        "insurance.renewal.renewal-manual-review.v1": {
            data: {
                /**
                 * Format: date-time
                 * @description UTC timestamp
                 */
                flaggedAt: string;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                reasons: string[];
                renewal: components["schemas"]["RenewalState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.renewal.renewal-manual-review.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/renewal";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.renewal.renewal-manual-review.v1";
        };
        "insurance.renewal.renewal-notice-due.v1": {
            data: {
                daysBeforeTermEnd: number;
                /**
                 * Format: date-time
                 * @description UTC timestamp
                 */
                dueAt: string;
                /** @enum {number} */
                notice: 60 | 30 | 7;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                renewal: components["schemas"]["RenewalState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                /**
                 * Format: date
                 * @description Calendar date
                 */
                termEnd: string;
                version: number;
                /** @description The new term is asked for together with it: renewal-requested follows. Absent where it is not */
                withRequest?: boolean;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.renewal.renewal-notice-due.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/renewal";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.renewal.renewal-notice-due.v1";
        };
        "insurance.renewal.renewal-requested.v1": {
            data: {
                /**
                 * Format: date
                 * @description Calendar date
                 */
                expectedTermEnd: string;
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
                /**
                 * @description The notice that became due together with the request. Absent where none did
                 * @enum {number}
                 */
                noticeDue?: 60 | 30 | 7;
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                renewal: components["schemas"]["RenewalState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                version: number;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.renewal.renewal-requested.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/renewal";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.renewal.renewal-requested.v1";
        };
        "insurance.renewal.renewal-scheduled.v1": {
            data: {
                /** @description Organization, as the caller names it */
                organizationId: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                policyId: string;
                renewal: components["schemas"]["RenewalState"];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                renewalId: string;
                version: number;
                /** @description The new term is asked for together with it: renewal-requested follows. Absent where it is not */
                withRequest?: boolean;
            };
            /** @constant */
            datacontenttype: "application/json";
            /** @constant */
            dataschema: "urn:staycover:schema:insurance.renewal.renewal-scheduled.v1";
            /**
             * Format: uuid
             * @description Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try
             */
            id: string;
            /** @constant */
            source: "/insurance/renewal";
            /** @constant */
            specversion: "1.0";
            /** @description Id of the aggregate */
            subject: string;
            /**
             * Format: date-time
             * @description UTC timestamp
             */
            time: string;
            /** @description W3C trace context */
            traceparent?: string;
            /** @constant */
            type: "insurance.renewal.renewal-scheduled.v1";
        };
        /** @description An invoice without its lines */
        InvoiceState: {
            /**
             * @description Amount in major units with the decimals of the currency
             * @default 0
             */
            amountCredited: number;
            /**
             * @description Amount in major units with the decimals of the currency
             * @default 0
             */
            amountDisputed: number;
            /**
             * @description Amount in major units with the decimals of the currency
             * @default 0
             */
            amountDue: number;
            /**
             * @description Amount in major units with the decimals of the currency
             * @default 0
             */
            amountPaid: number;
            /**
             * @description Amount in major units with the decimals of the currency
             * @default 0
             */
            amountRefunded: number;
            /**
             * @description Amount in major units with the decimals of the currency
             * @default 0
             */
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
             * @default INVOICE
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
        /**
         * @description State of an invoice
         * @enum {string}
         */
        InvoiceStatus: "DRAFT" | "SENT" | "PAID" | "PAST_DUE" | "SUSPENDED" | "VOID" | "UNCOLLECTIBLE";
        /** @description What an account of the loss-fund ledger holds for a policy */
        LedgerBalance: {
            /** @enum {string} */
            account: "COLLECTED_PREMIUM" | "RETAINED_PREMIUM" | "LOSS_FUND" | "PARTNER" | "SERVICE" | "CLAIM_RESERVE" | "CLAIMS_PAID";
            /** @description What the account holds, in minor units */
            balanceCents: number;
            currency: string;
            /**
             * Format: uuid
             * @description UUID
             */
            policyId: string;
        };
        /** @description Whether a policy covers a property on a night, and its members of that night */
        NightCover: {
            /** @enum {string} */
            billingFrequency: "MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION";
            /** @description When the term of the night was bound */
            boundAt: string | null;
            categoryExclusions: {
                [key: string]: unknown;
            }[];
            coverage: components["schemas"]["Coverage"] | null;
            covered: boolean;
            coveredCategories: string[];
            currency: string;
            /** @description JSON object, kept as given */
            eligibilityOverrides: {
                [key: string]: unknown;
            };
            excludedPropertyTypes: string[];
            lossFundRatePerNight: number | null;
            maxNights: number | null;
            minNights: number | null;
            planId: string | null;
            /**
             * Format: uuid
             * @description UUID
             */
            policyId: string;
            /** @description Not from services of before */
            policyReference?: string | null;
            policyVersion: number;
            ratePerMonth: number | null;
            ratePerNight: number | null;
            ratePerReservation: number | null;
            rateTableVersions: components["schemas"]["RateTableVersion"][];
            /** @description Why the night is not covered; null when it is */
            reason: ("NOT_ENROLLED" | "NOT_ELIGIBLE" | "NOT_BOUND" | "SUSPENDED" | "NOT_IN_FORCE") | null;
            selectedSelfCoverage: number | null;
            supportedCountries: string[];
            supportedStates: string[];
            /**
             * Format: date
             * @description Calendar date
             */
            termStart: string;
        };
        /** @description A payment without what it paid and what of it went back */
        PaymentState: {
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
            reversalReason: string | null;
            /** @enum {string} */
            status: "RECEIVED" | "DISPUTED" | "REVERSED";
            /** @description What has met no invoice and no refund: it is held for the next invoice */
            unallocated: number;
            version: number;
        };
        /** @description A policy with its terms and a page of its enrollments */
        PolicySnapshot: {
            /** @description The first night with cover or price that may differ from that of sinceVersion; null: none. Without sinceVersion, or with one that nothing is known of, the first night that there can be */
            changedFrom?: string | null;
            /** @description First day without cover after a cancellation or supersession */
            coverageEndsOn: string | null;
            enrollments: components["schemas"]["EnrollmentFacts"][];
            /** @description Dated members over time, oldest first, from the earlier of changedFrom and openFrom on */
            inForce?: components["schemas"]["InForce"][];
            nextCursor: string | null;
            policy: components["schemas"]["PolicyState"];
            /** @description All terms, oldest first, with the current one */
            terms: {
                lossFundRatePerNight?: number | null;
                /** @description Flat rate of nights in this term */
                ratePerNight?: number | null;
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
            }[];
        };
        /** @description A policy without its enrollments */
        PolicyState: {
            additionalInsureds: components["schemas"]["AdditionalInsured"][];
            appliesTo: string | null;
            autoRenew: boolean;
            /** @enum {string} */
            billingFrequency: "MONTHLY" | "QUARTERLY" | "ANNUAL" | "PER_RESERVATION";
            /**
             * @description When it first became ACTIVE
             * @default null
             */
            boundAt: string | null;
            /**
             * @description The one that holds, or is ahead
             * @default null
             */
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
            /**
             * @description The next day of a recorded change that is not shown yet; what it sets may hold already by then. Where the term is still to come, as after an early renewal, members are shown as of its first day: until then only changes of `status` count
             * @default null
             */
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
        /**
         * @description State of a policy
         * @enum {string}
         */
        PolicyStatus: "PENDING" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED" | "SUPERSEDED";
        /**
         * @description What the policy of a closed deal is created from
         *
         *     - `termEnd` must not be below termStart
         *     - `maxNights` must not be below minNights
         *     - `lossFundRatePerNight` must not be above ratePerNight
         *     - `coverageElections` must not be more than 500 together with enrolledProperties
         */
        PolicyTerms: {
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
            /**
             * Format: uuid
             * @description UUID
             */
            contractId: string;
            coverage?: components["schemas"]["CoverageBody"] | null;
            coverageElections?: components["schemas"]["ElectionBody"][];
            coveredCategories?: string[];
            /** @description ISO 4217 code of a currency in use */
            currency: string;
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
             * @description Calendar date
             */
            termEnd: string;
            /**
             * Format: date
             * @description Calendar date
             */
            termStart: string;
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
        /**
         * @description CREDIT: it uses a credit that exists or will come. GOODWILL: a credit note is made for it
         * @enum {string}
         */
        RefundReason: "CREDIT" | "GOODWILL";
        /** @description The renewal of a policy into one new term */
        RenewalState: {
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
            status: components["schemas"]["RenewalStatus"];
            version: number;
        };
        /**
         * @description State of a renewal record
         * @enum {string}
         */
        RenewalStatus: "SCHEDULED" | "PROCESSING" | "MANUAL_REVIEW" | "COMPLETED" | "FAILED" | "CANCELLED";
        /** @description Where the money of one order line goes, in minor units */
        ReserveSplit: {
            /** @description Amount in minor units of the currency */
            lossFundCents: number;
            orderId: string;
            orderLineId: string;
            /** @description Amount in minor units of the currency */
            partnerCents: number;
            /** @description Amount in minor units of the currency */
            premiumCents: number;
            propertyName: string | null;
            /** @description Amount in minor units of the currency */
            serviceCostCents: number;
            /** @description Calendar month */
            stayMonth: string;
            /** @description Amount in minor units of the currency */
            totalCents: number;
        };
        /** @description The request was not carried out; `code` is a problem's slug */
        RpcFailure: {
            error: {
                code: string;
                detail: string;
                /** @description JSON object, kept as given */
                extra?: {
                    [key: string]: unknown;
                };
            };
        };
        StaycoverEvents: {
            "insurance.billing.event-rejected.v1": components["schemas"]["insurance.billing.event-rejected.v1"];
            "insurance.billing.invoice-changed.v1": components["schemas"]["insurance.billing.invoice-changed.v1"];
            "insurance.billing.invoice-generated.v1": components["schemas"]["insurance.billing.invoice-generated.v1"];
            "insurance.billing.invoice-paid.v1": components["schemas"]["insurance.billing.invoice-paid.v1"];
            "insurance.billing.invoice-past-due.v1": components["schemas"]["insurance.billing.invoice-past-due.v1"];
            "insurance.billing.invoice-payment-failed.v1": components["schemas"]["insurance.billing.invoice-payment-failed.v1"];
            "insurance.billing.invoice-reopened.v1": components["schemas"]["insurance.billing.invoice-reopened.v1"];
            "insurance.billing.invoice-sent.v1": components["schemas"]["insurance.billing.invoice-sent.v1"];
            "insurance.billing.invoice-suspended.v1": components["schemas"]["insurance.billing.invoice-suspended.v1"];
            "insurance.billing.invoice-uncollectible.v1": components["schemas"]["insurance.billing.invoice-uncollectible.v1"];
            "insurance.billing.invoice-voided.v1": components["schemas"]["insurance.billing.invoice-voided.v1"];
            "insurance.billing.payment-allocated.v1": components["schemas"]["insurance.billing.payment-allocated.v1"];
            "insurance.billing.payment-disputed.v1": components["schemas"]["insurance.billing.payment-disputed.v1"];
            "insurance.billing.payment-received.v1": components["schemas"]["insurance.billing.payment-received.v1"];
            "insurance.billing.payment-refunded.v1": components["schemas"]["insurance.billing.payment-refunded.v1"];
            "insurance.billing.payment-reversed.v1": components["schemas"]["insurance.billing.payment-reversed.v1"];
            "insurance.billing.reserve-split-reversed.v1": components["schemas"]["insurance.billing.reserve-split-reversed.v1"];
            "insurance.billing.reserve-split.v1": components["schemas"]["insurance.billing.reserve-split.v1"];
            "insurance.claims.claim-assessed.v1": components["schemas"]["insurance.claims.claim-assessed.v1"];
            "insurance.claims.claim-changed.v1": components["schemas"]["insurance.claims.claim-changed.v1"];
            "insurance.claims.claim-decided.v1": components["schemas"]["insurance.claims.claim-decided.v1"];
            "insurance.claims.claim-paid.v1": components["schemas"]["insurance.claims.claim-paid.v1"];
            "insurance.claims.claim-reserve-changed.v1": components["schemas"]["insurance.claims.claim-reserve-changed.v1"];
            "insurance.claims.claim-status-changed.v1": components["schemas"]["insurance.claims.claim-status-changed.v1"];
            "insurance.claims.claim-submitted.v1": components["schemas"]["insurance.claims.claim-submitted.v1"];
            "insurance.claims.event-rejected.v1": components["schemas"]["insurance.claims.event-rejected.v1"];
            "insurance.contract.contract-changed.v1": components["schemas"]["insurance.contract.contract-changed.v1"];
            "insurance.contract.contract-status-changed.v1": components["schemas"]["insurance.contract.contract-status-changed.v1"];
            "insurance.contract.deal-closed.v1": components["schemas"]["insurance.contract.deal-closed.v1"];
            "insurance.contract.event-rejected.v1": components["schemas"]["insurance.contract.event-rejected.v1"];
            "insurance.insight.webhook-endpoint-disabled.v1": components["schemas"]["insurance.insight.webhook-endpoint-disabled.v1"];
            "insurance.policy.enrollment-changed.v1": components["schemas"]["insurance.policy.enrollment-changed.v1"];
            "insurance.policy.event-rejected.v1": components["schemas"]["insurance.policy.event-rejected.v1"];
            "insurance.policy.policy-changed.v1": components["schemas"]["insurance.policy.policy-changed.v1"];
            "insurance.policy.policy-created.v1": components["schemas"]["insurance.policy.policy-created.v1"];
            "insurance.policy.policy-status-changed.v1": components["schemas"]["insurance.policy.policy-status-changed.v1"];
            "insurance.policy.renewal-rejected.v1": components["schemas"]["insurance.policy.renewal-rejected.v1"];
            "insurance.policy.term-renewed.v1": components["schemas"]["insurance.policy.term-renewed.v1"];
            "insurance.renewal.event-rejected.v1": components["schemas"]["insurance.renewal.event-rejected.v1"];
            "insurance.renewal.renewal-cancelled.v1": components["schemas"]["insurance.renewal.renewal-cancelled.v1"];
            "insurance.renewal.renewal-completed.v1": components["schemas"]["insurance.renewal.renewal-completed.v1"];
            "insurance.renewal.renewal-failed.v1": components["schemas"]["insurance.renewal.renewal-failed.v1"];
            "insurance.renewal.renewal-manual-review.v1": components["schemas"]["insurance.renewal.renewal-manual-review.v1"];
            "insurance.renewal.renewal-notice-due.v1": components["schemas"]["insurance.renewal.renewal-notice-due.v1"];
            "insurance.renewal.renewal-requested.v1": components["schemas"]["insurance.renewal.renewal-requested.v1"];
            "insurance.renewal.renewal-scheduled.v1": components["schemas"]["insurance.renewal.renewal-scheduled.v1"];
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
        /**
         * @description ACTIVE: events are sent. PAUSED: events wait, for 30 days. DISABLED, after 5 days of failures: it misses events; make it ACTIVE again and replay them
         * @enum {string}
         */
        WebhookEndpointStatus: "ACTIVE" | "PAUSED" | "DISABLED";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
