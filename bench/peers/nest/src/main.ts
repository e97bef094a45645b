import 'reflect-metadata';
import { type Type, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const HOST = '127.0.0.1';
/** Each is read by its own process alone. */
const modules: Record<string, () => Promise<Type>> = {
  gateway: async () => (await import('./gateway.module.js')).GatewayModule,
  contract: async () => (await import('./contract.module.js')).ContractModule,
  policy: async () => (await import('./policy.module.js')).PolicyModule,
};

/** `node main.js <process>`: listens on PORT; the gateway sends on to CONTRACT_URL and POLICY_URL. */
const name = process.argv[2]!;
const isGateway = name === 'gateway';
const app = await NestFactory.create<NestExpressApplication>(await modules[name]!(), {
  logger: ['warn', 'error'],
  bodyParser: !isGateway,
});
app.disable('x-powered-by');
app.enableShutdownHooks();
if (isGateway) {
  const { CONTRACT_URL, POLICY_URL } = process.env;
  for (const [prefix, target] of [
    ['/api/policy', POLICY_URL],
    ['/api/webhook', CONTRACT_URL],
  ])
    app.use(prefix, createProxyMiddleware({ target: `${target}${prefix}`, xfwd: true, proxyTimeout: 10_000 }));
} else {
  app.setGlobalPrefix('api');
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
}
await app.listen(Number(process.env['PORT']), HOST);
// Behind the gateway, which keeps its connections: it must never write to one that is being closed.
app.getHttpServer().keepAliveTimeout = 65_000;
console.log('ready');
