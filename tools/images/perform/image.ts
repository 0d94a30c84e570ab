import { z } from 'zod';

/** What `npm run images -- perform APP FOLDER` writes into `image.json`. */
export const Image = z.object({
  root: z.string(),
  config: z.object({
    env: z.record(z.string(), z.string()),
    labels: z.record(z.string(), z.string()),
    workdir: z.string(),
    user: z.string(),
    entrypoint: z.array(z.string()),
    healthcheck: z.array(z.string()),
  }),
});

export type Image = z.infer<typeof Image>;
