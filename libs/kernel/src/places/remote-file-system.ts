import { statfs } from 'node:fs/promises';

/** A file system whose files others may change: other machines, or the system around a virtual one. */
export interface RemoteFileSystem {
  readonly name: string;
  /** Whether a disk of this machine may lie behind it just as well. */
  readonly mayBeLocal: boolean;
}

/** By `f_type` on Linux (man 2 statfs; linux/magic.h). */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  // Of a virtual machine's host: in WSL all of /mnt/c.
  [0x01021997, '9P'],
  [0x786f4256, "VirtualBox's shared folders"],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x01161970, 'GFS2'],
  [0xbeefdead, 'SNFS'],
]);
/** sshfs and Docker Desktop's mounts, but also local disks (ntfs-3g). */
const FUSE = 0x65735546;

/** The remote file system that a place lies on. Other systems than Linux do not tell it: undefined there. @param type gives `f_type`, of whatever sign */
export async function remoteFileSystem(place: string, type = fileSystemType): Promise<RemoteFileSystem | undefined> {
  if (process.platform !== 'linux') return undefined;
  const number = (await type(place)) >>> 0;
  const name = NAMES.get(number);
  if (name !== undefined) return { name, mayBeLocal: false };
  return number === FUSE ? { name: 'FUSE', mayBeLocal: true } : undefined;
}

async function fileSystemType(place: string): Promise<number> {
  return (await statfs(place)).type;
}
