import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

/** A server under measurement. */
export interface Server {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a node program that prints the address it listens on. @param folder of another build, which has a node of its own */
export async function startServer(
  program: string[],
  environment: Record<string, string>,
  folder?: string,
): Promise<Server> {
  const node = folder === undefined ? process.execPath : join(folder, 'node_modules/node/bin/node');
  const child = spawn(node, program, {
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { port: await portOf(child), pid: child.pid ?? 0, stop: () => stopped(child) };
}

async function portOf(child: ChildProcess): Promise<number> {
  return Number(/:(\d+)/.exec((await textOf(child, address)).match(address)?.[0] ?? '')?.[1]);
}

const address = /http:\/\/[^:/]+:(\d+)/;

/** What a program has printed as soon as it fits a pattern. @throws Error when the program ends before */
export function textOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      if (text.length < 10_000) text += chunk.toString();
      if (pattern.test(text)) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`a server ended with ${code} at its start: ${text}`)));
  });
}

/** Ends a program that was started here, cleanly. */
export function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

const millisecondsATick = 10;

/** CPU milliseconds a process has used so far, all threads, user and system; 0 when it is gone or not on this machine. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * millisecondsATick;
  } catch {
    return 0;
  }
}

/** Resident memory of a process, MB. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
}

/** CPU milliseconds by backend of the benchmark's database (when PostgreSQL runs on this machine). */
export async function databaseCpu(client: Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return new Map(rows.map(({ pid }) => [pid, cpuOf(pid)]));
}

/** What the backends used between two readings. */
export function used(before: Map<number, number>, after: Map<number, number>): number {
  let sum = 0;
  for (const [pid, cpu] of after) sum += cpu - (before.get(pid) ?? 0);
  return sum;
}
