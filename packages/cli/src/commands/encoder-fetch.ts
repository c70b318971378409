// Brings the weights of the sentence encoder to this machine, for the transformer tier.
import { SignalboxError } from "@signalbox/contracts";
import { ENCODER_ORIGIN, ENCODER_SHA256, fetchWeights } from "@signalbox/encoder";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { createProgress } from "../output/progress.ts";

const SHA256 = /^[0-9a-f]{64}$/;

function digestOf(invocation: Invocation): string {
  const sha256 = invocation.text("sha256")?.toLowerCase() ?? ENCODER_SHA256;
  if (SHA256.test(sha256)) return sha256;
  throw new SignalboxError("bad_request", "--sha256 takes 64 hexadecimal digits.");
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const encoderFetch: Command = {
  name: "encoder fetch",
  usage: "encoder fetch [--from PLACE] [--to FILE] [--sha256 HEX]",
  summary: "Fetch the weights of the sentence encoder for the transformer tier, and check them.",
  details: [
    `Without --from they come from their official origin, ${ENCODER_ORIGIN}.`,
    "--from names another address, or a file of this machine; given more than once, the places are tried in order. Any place will do: a file with another SHA-256 is refused.",
    "They are kept in ~/.cache/signalbox (or below XDG_CACHE_HOME), where the service finds them, or in the file of --to, which `encoder.file` then names.",
    "An interrupted download goes on where it stopped. Nothing is replaced before the new file is whole and checked.",
  ],
  options: {
    from: {
      type: "string",
      value: "PLACE",
      isMultiple: true,
      description: "An http(s) address or a path.",
    },
    to: { type: "string", value: "FILE", description: "Where to keep the file." },
    sha256: {
      type: "string",
      value: "HEX",
      description: "Digest that an artefact of your own names in its manifest.",
    },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: [
    "signalbox encoder fetch",
    "signalbox encoder fetch --from https://mirror.example.org/model_quantized.onnx",
    "signalbox encoder fetch --from ./model_quantized.onnx --to /srv/signalbox/encoder.onnx",
  ],
  run: async (invocation) => {
    const { console } = invocation;
    const [from, to] = [invocation.texts("from"), invocation.text("to")];
    const progress = createProgress(console);
    try {
      const fetched = await fetchWeights({
        sha256: digestOf(invocation),
        ...(from.length === 0 ? {} : { from }),
        to,
        onProgress: (bytes, total) => {
          if (total !== undefined) progress.report(bytes / total, megabytes(total));
        },
      });
      progress.end();
      const sentence = `${fetched.path} ${fetched.from === undefined ? "is there already" : "is in place"}, and its SHA-256 is right.`;
      console.out(invocation.isOn("json") ? `${JSON.stringify(fetched)}\n` : `${sentence}\n`);
      return 0;
    } finally {
      progress.end();
    }
  },
};
