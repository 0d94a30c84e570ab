/** Acronyms that are words of their own and have numbers behind them in any text, with a hyphen or without: what says `AES-256` in passing is hardly what is asked for, and what answers says "256 bits by AES". */
const ACRONYMS = new Set(
  [
    // Protocols, ciphers, digests, encodings.
    'http https ftp smtp imap pop tcp udp ip ipv dns tls ssl ssh aes des rsa sha md hs utf ucs base crc',
    // Languages, formats, models and devices.
    'html css sql php jdk jre gpt llm usb pci pcie ddr hdmi mp mpeg cpu gpu arm win ie os wpa wifi mac ram',
    // Of politics, medicine and nature.
    'eu un g covid sars cov hiv hpv il pm co ph',
  ].flatMap((line) => line.split(' ')),
);

/** Whether letters in lower case are such an acronym. */
export function isNumberedAcronym(letters: string): boolean {
  return ACRONYMS.has(letters);
}
