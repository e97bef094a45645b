import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { arrive } from './auth/sign-in.ts';
import { loadPlatform } from './data/platform.ts';
import { queryClient } from './data/queries.ts';
import { createPortalRouter } from './router.tsx';

const platform = await loadPlatform();

const show = (): void =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createPortalRouter(platform)} />
      </QueryClientProvider>
    </StrictMode>,
  );

if (await arrive(platform.signIn)) show();
