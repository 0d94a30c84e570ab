import type { DatabaseSync } from 'node:sqlite';
import { IS_SUSPECT } from './database.js';
import { SUMMARY_COLUMNS } from './rows.js';

const SUSPECTS = `FROM jobs INDEXED BY jobs_suspected WHERE ${IS_SUSPECT}`;
const MINE = "WHERE id = ? AND owner = ? AND runs = ? AND state = 'active'";

/** The statements of the job store, prepared once. */
export function prepareJobStatements(database: DatabaseSync) {
  const takeable = "SELECT id, runs, failures, lost_alone, priority FROM jobs WHERE queue = :queue AND state = 'waiting'";
  // Of any queue: whatever else is in hand may be what the process dies of.
  const running = 'SELECT 1 FROM jobs WHERE owner IS NOT NULL';
  const noSuspectRuns = `NOT EXISTS (SELECT 1 ${SUSPECTS} AND state = 'active')`;
  const suspect = `${takeable} AND ${IS_SUSPECT}`;
  return {
    ...prepareEndings(database),
    ...prepareReads(database),
    standing: database.prepare("SELECT id FROM jobs WHERE queue = ? AND dedup = ? AND state IN ('waiting', 'delayed') LIMIT 1"),
    insert: database.prepare(
      'INSERT INTO jobs (queue, state, priority, label, dedup, exclusive, bytes, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    insertPayload: database.prepare('INSERT INTO payloads (job, json) VALUES (?, ?)'),
    promote: database.prepare("UPDATE jobs SET state = 'waiting', due_at = NULL WHERE due_at <= ?"),
    promoteFar: database.prepare("UPDATE jobs SET state = 'waiting', due_at = NULL WHERE due_at > ?"),
    bringForward: database.prepare('UPDATE jobs SET due_at = due_at - ? WHERE due_at IS NOT NULL'),
    nextDue: database.prepare('SELECT MIN(due_at) AS due FROM jobs WHERE due_at IS NOT NULL'),
    takeable: database.prepare(`${takeable} AND NOT (${IS_SUSPECT}) AND ${noSuspectRuns} ORDER BY priority, id LIMIT :limit`),
    suspectWaits: database.prepare(`SELECT 1 ${SUSPECTS} AND state = 'waiting' AND queue = :queue LIMIT 1`),
    takeableAlone: database.prepare(`${suspect} AND NOT EXISTS (${running}) ORDER BY priority, id LIMIT 1`),
    takeableSuspect: database.prepare(`${suspect} AND ${noSuspectRuns} ORDER BY priority, id LIMIT 1`),
    takeableExclusive: database.prepare(
      `${takeable} AND ${noSuspectRuns} AND (jobs.exclusive IS NULL OR NOT EXISTS (
         SELECT 1 FROM jobs running WHERE running.queue = jobs.queue AND running.state = 'active' AND running.exclusive = jobs.exclusive))
       ORDER BY priority, id LIMIT 1`,
    ),
    payload: database.prepare('SELECT json FROM payloads WHERE job = ?'),
    // One row at a time: for a statement over many rows SQLite keeps a journal, which costs more than the calls.
    // While it runs a job does not stand for later ones of its dedup key: what is asked for now must run after it. One whose run is lost does again.
    activate: database.prepare("UPDATE jobs SET state = 'active', owner = ?, runs = runs + 1 WHERE id = ?"),
    cancelResting: database.prepare(
      `UPDATE jobs SET state = 'cancelled', dedup = NULL, due_at = NULL, finished_at = ?, error_code = NULL, error_message = NULL
       WHERE id = ? AND queue = ? AND state IN ('waiting', 'delayed', 'dead')`,
    ),
    cancelActive: database.prepare("UPDATE jobs SET cancelled = 1 WHERE id = ? AND queue = ? AND state = 'active'"),
    redrive: database.prepare(
      `UPDATE jobs SET state = 'waiting', failures = 0, lost = 0, lost_alone = 0, cancelled = 0, created_at = ?, finished_at = NULL, error_code = NULL, error_message = NULL
       WHERE id = ? AND queue = ? AND state IN ('dead', 'cancelled')`,
    ),
  };
}

function prepareEndings(database: DatabaseSync) {
  return {
    finish: database.prepare(
      `UPDATE jobs SET state = ?, owner = NULL, dedup = NULL, finished_at = ?, error_code = ?, error_message = ? ${MINE}`,
    ),
    end: database.prepare(`UPDATE jobs SET state = ?, owner = NULL, dedup = NULL, finished_at = ?, reason = ? ${MINE}`),
    dropPayload: database.prepare('DELETE FROM payloads WHERE job = ?'),
    putBack: database.prepare(
      `UPDATE jobs SET state = ?, owner = NULL, dedup = NULL, due_at = ?, failures = failures + ?, lost_alone = 0, created_at = COALESCE(?, created_at) ${MINE}`,
    ),
    progress: database.prepare(`UPDATE jobs SET progress = ? ${MINE}`),
  };
}

function countsOf(age: string): string {
  return `SELECT state, COUNT(*) AS jobs, SUM(bytes) AS bytes, MIN(${age}) AS oldest FROM jobs
    WHERE queue = :queue AND state IN ('waiting', 'delayed', 'active', 'dead') GROUP BY state`;
}

function prepareReads(database: DatabaseSync) {
  return {
    cancelled: database.prepare('SELECT cancelled FROM jobs WHERE id = ?'),
    cancelledRuns: database.prepare('SELECT id FROM jobs WHERE owner = ? AND cancelled = 1'),
    ownedBy: database.prepare('SELECT id FROM jobs WHERE owner = ?'),
    exists: database.prepare('SELECT 1 FROM jobs WHERE id = ? AND queue = ?'),
    summary: database.prepare(`SELECT ${SUMMARY_COLUMNS} FROM jobs WHERE id = ? AND queue = ?`),
    counts: database.prepare(countsOf('created_at')),
    // A suspect lets others go before: of how far a queue is behind its age tells nothing. Looked up for each row, which costs as much again.
    countsBesideSuspects: database.prepare(
      countsOf(`CASE WHEN id NOT IN (SELECT id ${SUSPECTS} AND state = 'waiting' AND queue = :queue) THEN created_at END`),
    ),
  };
}

export type JobStatements = ReturnType<typeof prepareJobStatements>;
