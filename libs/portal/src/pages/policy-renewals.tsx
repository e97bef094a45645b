import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { days, rate } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { State } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { Empty } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { Audit } from './audit.tsx';
import { RenewalActions } from './renewal-actions.tsx';

/** The renewals of a policy, and pending decisions about them. */
export const PolicyRenewals = ({ id, currency }: { id: string; currency: string }) => {
  const found = useQuery(queries.policyRenewals(id));
  return (
    <Resource found={found}>
      {({ data: renewals }) =>
        renewals.length === 0 ? (
          <Empty title="No renewals yet">
            <p>A renewal is made some weeks before the term ends.</p>
          </Empty>
        ) : (
          <Table
            caption="Renewals"
            getKey={(renewal) => renewal.id}
            rows={renewals}
            columns={[
              { name: 'New term', cell: ({ newTermStart, newTermEnd }) => days(newTermStart, newTermEnd) },
              { name: 'State', cell: ({ status }) => <State name={status} /> },
              { name: 'Rate', cell: ({ newRate }) => rate(newRate, currency), figure: true, wide: true },
              {
                name: 'Moves by',
                cell: ({ rateAdjustment }) => (rateAdjustment ? `${rateAdjustment.percentageChange} %` : '–'),
                figure: true,
                wide: true,
              },
              {
                name: 'Why',
                cell: ({ failureReason, reviewReasons }) => failureReason ?? (reviewReasons.join(' ') || '–'),
                wide: true,
              },
              { name: 'Changes', cell: ({ id: renewal }) => <RenewalChanges id={renewal} />, wide: true },
              { name: 'To decide', cell: (renewal) => <RenewalActions of={renewal} /> },
            ]}
          />
        )
      }
    </Resource>
  );
};

const RenewalChanges = ({ id }: { id: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Show
      </button>
      {isOpen && (
        <Dialog title="Changes of the renewal" onClose={() => setOpen(false)}>
          <Audit of="renewal" id={id} />
          <form method="dialog" className="row">
            <button type="submit">Close</button>
          </form>
        </Dialog>
      )}
    </>
  );
};
