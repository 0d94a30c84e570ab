// The package's own types name files without endings, which do not resolve under Node's rules: what is used of it, in their place.
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    constructor(tokenizer: object, config: object);
    encode(
      text: string,
      options?: { readonly add_special_tokens?: boolean; readonly text_pair?: string },
    ): { readonly ids: readonly number[] };
  }
}
