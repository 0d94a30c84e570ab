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
  /** Commands that start it now, and those that end it. */
  readonly start: readonly (readonly string[])[];
  readonly stop: readonly (readonly string[])[];
}

interface ServicePlaces {
  readonly home: string;
  readonly config: string;
  /** Number of the user. */
  readonly uid: number;
}

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
# The server drains its work before it ends.
TimeoutStopSec=40

[Install]
WantedBy=default.target
`,
    start: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', UNIT],
    ],
    stop: [['systemctl', '--user', 'disable', '--now', UNIT]],
  };
}

/** An agent of launchd. */
export function launchdAgent({ home, uid }: ServicePlaces, { runtime, script, args, logFolder }: ServiceProgram): ServiceFile {
  const command = [runtime, '--disable-warning=ExperimentalWarning', script, ...args];
  const path = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
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
    <true/>
    <key>StandardErrorPath</key>
    <string>${escapeXml(join(logFolder, 'tributary.err'))}</string>
    <key>StandardOutPath</key>
    <string>${escapeXml(join(logFolder, 'tributary.out'))}</string>
</dict>
</plist>
`,
    start: [['launchctl', 'bootstrap', `gui/${uid.toString()}`, path]],
    stop: [['launchctl', 'bootout', `gui/${uid.toString()}/${LABEL}`]],
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
