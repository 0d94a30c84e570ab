import { join } from 'node:path';

/** The program that is to run at log-in, with what it is told. */
interface ServiceProgram {
  readonly runtime: string;
  readonly script: string;
  readonly args: readonly string[];
  /** Where launchd puts what the server says; systemd keeps a journal. */
  readonly logFolder: string;
}

/** A file that makes the system start the server at log-in and again when it fails. */
export interface ServiceFile {
  readonly path: string;
  readonly text: string;
  /** What is loaded of an earlier file, where that must go before this one starts. */
  readonly earlier?: EarlierFile;
  /** Commands that start it now, in place of what runs of it, and those that end it. */
  readonly start: readonly Command[];
  readonly stop: readonly Command[];
}

/** A program and its arguments. */
export type Command = readonly string[];

interface EarlierFile {
  /** Takes it away; fails where there is none. */
  readonly remove: Command;
  /** Succeeds as long as it is there: it drains its work first. */
  readonly find: Command;
}

interface ServicePlaces {
  readonly home: string;
  readonly config: string;
  /** Number of the user. */
  readonly uid: number;
}

/** The server drains its work before it ends. */
const DRAIN_SECONDS = 40;
const UNIT = 'tributary.service';
const LABEL = 'dev.tributary.server';

/** A user unit of systemd. */
export function systemdUnit({ config }: ServicePlaces, { runtime, script, args }: ServiceProgram): ServiceFile {
  const command = [runtime, '--disable-warning=ExperimentalWarning', script, ...args].map(quoteForSystemd).join(' ');
  return {
    path: join(config, 'systemd', 'user', UNIT),
    text: `[Unit]
Description=Tributary: one search over every collection an assistant can reach

[Service]
ExecStart=${command}
Restart=on-failure
RestartSec=2
# It drains its work before it ends.
TimeoutStopSec=${DRAIN_SECONDS.toString()}

[Install]
WantedBy=default.target
`,
    start: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', UNIT],
      ['systemctl', '--user', 'restart', UNIT],
    ],
    stop: [['systemctl', '--user', 'disable', '--now', UNIT]],
  };
}

/** An agent of launchd. */
export function launchdAgent({ home, uid }: ServicePlaces, { runtime, script, args, logFolder }: ServiceProgram): ServiceFile {
  const command = [runtime, '--disable-warning=ExperimentalWarning', script, ...args];
  const path = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const domain = `gui/${uid.toString()}`;
  const service = `${domain}/${LABEL}`;
  const bootout = ['launchctl', 'bootout', service];
  const strings = command.map((part) => `        <string>${escapeXml(part)}</string>`).join('\n');
  return {
    path,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
    <key>Label</key>
    <string>${LABEL}</string>
    <key>ProgramArguments</key>
    <array>
${strings}
    </array>
    <key>RunAtLoad</key>
    <true/>
    <key>KeepAlive</key>
    <dict>
        <key>SuccessfulExit</key>
        <false/>
    </dict>
    <key>ExitTimeOut</key>
    <integer>${DRAIN_SECONDS.toString()}</integer>
    <key>StandardErrorPath</key>
    <string>${escapeXml(join(logFolder, 'tributary.err'))}</string>
    <key>StandardOutPath</key>
    <string>${escapeXml(join(logFolder, 'tributary.out'))}</string>
</dict>
</plist>
`,
    earlier: { remove: bootout, find: ['launchctl', 'print', service] },
    start: [['launchctl', 'bootstrap', domain, path]],
    stop: [bootout],
  };
}

/** `%` begins a specifier and `$` a variable; quotes keep spaces together (man 5 systemd.service). */
function quoteForSystemd(part: string): string {
  const escaped = part.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w./:=@%,+-]+$/.test(part) ? escaped : `"${escaped}"`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
