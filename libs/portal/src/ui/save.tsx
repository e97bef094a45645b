import { useMutation } from '@tanstack/react-query';
import { loadPdf } from '../data/api.ts';
import { allRows, toCsv } from '../data/csv.ts';
import { csvColumns } from '../data/csv-columns.ts';
import { ProblemView } from './states.tsx';

/** Gives the reader a file. */
const save = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

type SavePdfProps = { verb?: string; name: string; path: string };

/** Saves a document as a PDF. */
export const SavePdf = ({ verb = 'PDF', name, path }: SavePdfProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => save(`${name}.pdf`, await loadPdf(path)),
  });
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        {verb}
      </button>
      {error && <ProblemView error={error} />}
    </>
  );
};

/** Excel takes a file without it for one of the code page of its country. */
const TEXT_MARK = '\uFEFF';

type SaveCsvProps = {
  name: keyof typeof csvColumns;
  /** A page of 1,000 rows, of the filter that the page shows. */
  load: Parameters<typeof allRows<object>>[0];
};

/** Saves the rows of a list, 10,000 at most. */
export const SaveCsv = ({ name, load }: SaveCsvProps) => {
  const {
    mutate,
    isPending,
    error,
    data: isCut,
  } = useMutation({
    mutationFn: async () => {
      const found = await allRows(load);
      save(`${name}.csv`, new Blob([TEXT_MARK, toCsv(found.rows, csvColumns[name])], { type: 'text/csv' }));
      return found.isCut;
    },
  });
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        CSV
      </button>
      {isCut === true && (
        <p role="status">The file has the newest 10,000 rows. There are more: read them from the API.</p>
      )}
      {error && <ProblemView error={error} />}
    </>
  );
};
