import { documentChecks } from '@staycover/testing/document-checks';
import { TestEnvironment } from 'jest-environment-node';

/** Each suite has globals of its own, but for the checks of documents. */
export default class SharedChecks extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args);
    this.global.sharedChecks = documentChecks;
  }
}
