import { z } from 'zod';
import { setting } from '../setting.js';

/** The dialects `project-code` and `memexd-control`. */
export const ProjectsDialectSettings = z.strictObject({
  projectRoot: setting(z.string().min(1).optional(), {
    description:
      'project-code, memexd-control: over stdio, the folder that is activated as a project when a session starts and deactivated when it ends.',
    defaultText: 'none',
    example: '/home/me/projects/shop',
  }),
  daemonUrl: setting(z.url({ protocol: /^https?$/, error: 'not an address of a server' }).optional(), {
    description:
      'project-code, memexd-control: over stdio, the running server that is used as if it were named with --url. Where none answers there, the data folder is used.',
    defaultText: 'none',
    example: 'http://127.0.0.1:7411',
  }),
});
