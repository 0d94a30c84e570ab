import { CollectionName } from '@tributary/contracts';
import { z } from 'zod';

const Root = z.string().min(1).max(4096);
const Paths = z.array(z.string().min(1).max(4096)).min(1).max(1000);

/** What the daemon of project-code takes, as its users know it. */
export const ProjectBody = z.object({ project_root: Root });
export const ReindexBody = z.object({ project_root: Root, paths: Paths.optional() });
export const PurgeBody = z.object({ project_root: Root, paths: Paths });
export const IngestDocumentBody = z.object({ path: z.string().min(1).max(4096), collection: CollectionName });
export const IngestWebBody = z.object({ url: z.url({ protocol: /^https?$/ }), collection: CollectionName });
