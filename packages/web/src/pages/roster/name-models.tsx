// No traffic yet: the models are named by hand, and typical requests take its place.
import { useState } from "react";
import type { ReactNode } from "react";

import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { EmptyState } from "../../components/states.tsx";

export function NameModels({ onNamed }: { readonly onNamed: (models: string) => void }): ReactNode {
  const [models, setModels] = useState("");
  return (
    <div className="panel">
      <EmptyState title="No traffic to judge by yet">
        Route some requests, and this page shows which models they need. Or name the models that you think of
        offering: they are judged on typical requests of every kind.
      </EmptyState>
      <form
        className="panel-body stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (models.trim() !== "") onNamed(models);
        }}
      >
        <TextField
          label="Models"
          value={models}
          placeholder="openai/gpt-5-mini, anthropic/claude-sonnet-4.5, google/gemini-2.5-flash"
          hint="Separated by commas, in any usual spelling."
          onChange={setModels}
          isRequired
        />
        <div className="row">
          <Button kind="primary" type="submit">
            Judge them
          </Button>
        </div>
      </form>
    </div>
  );
}
