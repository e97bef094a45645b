import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parseAllDocuments } from 'yaml';

export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: unknown;
};

/** The manifests in a text of YAML. */
export const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);

const KINDS: Record<string, new (manifest: never) => { apiVersion: string; validate(): void }> = {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
  StatefulSet,
};

/** Kinds of operators, of which a cluster has the definitions. */
const OF_OPERATORS = ['ExternalSecret', 'PrometheusRule', 'ScaledObject', 'ServiceMonitor'];

/** What is wrong with manifests by the definitions of Kubernetes, a line each. */
export const kubernetesFaults = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap((manifest) => {
    const name = `${manifest.kind} ${manifest.metadata.name}`;
    const Kind = KINDS[manifest.kind];
    if (!Kind) return OF_OPERATORS.includes(manifest.kind) ? [] : [`${name}: of no kind that is known here`];
    const object = new Kind(manifest as never);
    if (object.apiVersion !== manifest.apiVersion)
      return [`${name}: ${manifest.apiVersion} is not ${object.apiVersion}`];
    try {
      object.validate();
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
