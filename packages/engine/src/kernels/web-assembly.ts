// The few members of the WebAssembly API that the kernels need; the language library for servers does not declare them.

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: unknown };
}

/** Every engine that runs this package has it: Node, browsers, workers. */
export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };
