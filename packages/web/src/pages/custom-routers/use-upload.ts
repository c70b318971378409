import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import type { Action } from "../../api/use-action.ts";
import { ROUTERS_KEY } from "./routers-page.tsx";

interface Upload {
  readonly file: File;
  readonly name: string;
  readonly promptColumn: string;
  readonly maximize: boolean;
}

const filled = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

/** Sends the file and opens the page of the router that is being trained from it. */
export function useUpload(): Action<[Upload]> {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const send = ({ file, name, promptColumn, maximize }: Upload) =>
    signalbox.customRouters.upload({
      file,
      fileName: file.name,
      name: filled(name),
      promptColumn: filled(promptColumn),
      maximize,
    });
  return useAction(send, {
    onDone: (made) => {
      void client.invalidateQueries({ queryKey: ROUTERS_KEY });
      navigate(`/custom-routers/${made.id}`);
    },
  });
}
