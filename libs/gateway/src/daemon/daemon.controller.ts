import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { type CallContext, type Operations, parseRequest } from '@tributary/contracts';
import { Caller, CallerGuard } from '../http/caller.js';
import { OPERATIONS } from '../http/tokens.js';
import { IngestDocumentBody, IngestWebBody, ProjectBody, PurgeBody, ReindexBody } from './daemon-shapes.js';
import { WAIT_MS, ingestOne, stillIndexing } from './ingest-one.js';

/** The API of the daemon of project-code: its paths and shapes, our operations. Each call answers when it is done. */
@UseGuards(CallerGuard)
@Controller()
export class DaemonController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Post('activate')
  @HttpCode(200)
  async activate(@Body() body: unknown, @Caller() caller: CallContext) {
    const { project_root } = parseRequest(ProjectBody, body);
    const { project } = await this.operations.activateProject({ project_root, index_only: false }, caller);
    return { status: 'activated', collection: project.collections.code };
  }

  @Post('deactivate')
  @HttpCode(200)
  async deactivate(@Body() body: unknown, @Caller() caller: CallContext) {
    await this.operations.deactivateProject(parseRequest(ProjectBody, body), caller);
    return { status: 'deactivated' };
  }

  @Get('status')
  async status(@Caller() caller: CallContext) {
    const [projects, { collections, queues }] = await Promise.all([this.operations.listProjects(caller), this.operations.status(caller)]);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
    return {
      projects,
      stats: {
        projects: projects.length,
        active_projects: projects.filter(({ active }) => active).length,
        files: sum(projects.map(({ documents }) => documents)),
        chunks: sum(collections.map(({ chunks }) => chunks)),
        pending: sum(projects.map(({ pending }) => pending)),
        failed: sum(projects.map(({ failed }) => failed)),
        jobs_waiting: sum(queues.map(({ waiting }) => waiting)),
        memory_mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
      },
    };
  }

  @Post('reindex')
  @HttpCode(200)
  async reindex(@Body() body: unknown, @Caller() caller: CallContext) {
    const answer = await this.operations.reindexProject({ ...parseRequest(ReindexBody, body), wait_ms: WAIT_MS }, caller);
    if (!answer.finished) throw stillIndexing();
    return { indexed: answer.indexed, deleted: answer.deleted };
  }

  @Post('purge')
  @HttpCode(200)
  async purge(@Body() body: unknown, @Caller() caller: CallContext) {
    const { deleted } = await this.operations.purgeProject(parseRequest(PurgeBody, body), caller);
    return { deleted };
  }

  @Post('ingest/document')
  @HttpCode(200)
  async ingestDocument(@Body() body: unknown, @Caller() caller: CallContext) {
    const { path, collection } = parseRequest(IngestDocumentBody, body);
    return { chunks: await ingestOne(this.operations, { location: path, kind: 'file', collection }, caller), status: 'success' };
  }

  @Post('ingest/web')
  @HttpCode(200)
  async ingestWeb(@Body() body: unknown, @Caller() caller: CallContext) {
    const { url, collection } = parseRequest(IngestWebBody, body);
    return { chunks: await ingestOne(this.operations, { location: url, collection }, caller), status: 'success' };
  }
}
