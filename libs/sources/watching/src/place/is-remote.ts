import { statfs } from 'node:fs/promises';

/** Numbers of `statfs` on Linux (man 2 statfs; linux/magic.h) of file systems whose changes other machines make, or that pass on no events. */
const REMOTE: ReadonlySet<number> = new Set([
  0x69_69, // NFS
  0x51_7b, // SMB
  0xff_53_4d_42, // CIFS
  0xfe_53_4d_42, // SMB2
  0x01_02_19_97, // 9P, also of a virtual machine's host
  0x65_73_55_46, // FUSE: sshfs and its like
  0x53_46_41_4f, // AFS
  0x00_c3_64_00, // Ceph
  0x01_16_19_70, // GFS2
  0x78_6f_42_56, // VirtualBox
  0xbe_ef_de_ad, // SNFS
  0x0b_d0_0b_d0, // Lustre
]);

/** True where the system's events cannot be relied on. On other systems than Linux the numbers mean nothing: there a setting says it. */
export async function isRemote(location: string, type = fileSystemType): Promise<boolean> {
  return process.platform === 'linux' && REMOTE.has((await type(location)) >>> 0);
}

async function fileSystemType(location: string): Promise<number> {
  return (await statfs(location)).type;
}
