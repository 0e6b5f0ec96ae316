"""flame's configuration as fifteen dataclasses, one per section.

Fields are in the order in which the flags register. The docstring of a field is its ``--help``
text: it says what the value is, in which unit, and what a special value means. ``argparse_meta``
holds whatever the type does not say about a flag.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from .string_lists import string_list

__all__ = [
    "SECTIONS",
    "ActivationCheckpoint",
    "ActivationOffload",
    "Checkpoint",
    "Comm",
    "Experimental",
    "FaultTolerance",
    "Float8",
    "Job",
    "LrScheduler",
    "MemoryEstimation",
    "Metrics",
    "Model",
    "Optimizer",
    "Profiling",
    "Training",
]


def _meta(**overrides: Any) -> dict[str, Any]:
    return {"argparse_meta": overrides}


@dataclass(kw_only=True)
class Job:
    """What the job is called, where it writes and which file configures it."""

    config_file: str | None = None
    """Path of a TOML file whose tables override the defaults; None reads no file."""

    dump_folder: str = "./torchtitan/outputs"
    """Folder that receives everything the job writes; created when missing."""

    description: str = "default job"
    """Free text that says what this job is for."""

    use_for_integration_test: bool = False
    """Mark this configuration as part of the integration test suite."""

    print_args: bool = False
    """Ask the training script to print the resolved configuration."""


@dataclass(kw_only=True)
class Model:
    """Which model and tokenizer to build."""

    name: str = "fla"
    """Registered name of the model family to build."""

    config: str = "fla-hub/transformer-1.3B-100B"
    """Hub name or path of the model configuration; must not be empty."""

    tokenizer_path: str = "fla-hub/transformer-1.3B-100B"
    """Hub name or path of the tokenizer; must not be empty."""

    converters: list[str] = field(default_factory=list, metadata=_meta(type=string_list, nargs="+"))
    """Comma-separated model converters, applied in this order; empty applies none."""

    print_after_conversion: bool = False
    """Print the model definition once every converter has run."""


@dataclass(kw_only=True)
class Profiling:
    """Profiler traces and memory snapshots."""

    enable_profiling: bool = False
    """Record profiler traces while training."""

    save_traces_folder: str = "profile_traces"
    """Folder for profiler traces, inside job.dump_folder."""

    profile_freq: int = 10
    """Distance between two profiler traces, in steps."""

    enable_memory_snapshot: bool = False
    """Record snapshots of device memory while training."""

    save_memory_snapshot_folder: str = "memory_snapshot"
    """Folder for memory snapshots, inside job.dump_folder."""


@dataclass(kw_only=True)
class Optimizer:
    """The optimizer and its hyperparameters."""

    name: str = "AdamW"
    """Class name of the optimizer."""

    eps: float = 1e-8
    """Term added to the optimizer's denominator against division by zero."""

    lr: float = 8e-4
    """Peak learning rate, reached when warmup ends."""

    beta1: float = 0.9
    """Decay rate of the running mean of gradients, in [0, 1)."""

    beta2: float = 0.95
    """Decay rate of the running mean of squared gradients, in [0, 1)."""

    weight_decay: float = 0.1
    """Weight decay coefficient; 0 switches decay off."""

    implementation: Literal["for-loop", "foreach", "fused"] = "fused"
    """Kernel variant: one fused kernel, batched foreach, or a plain for-loop."""

    early_step_in_backward: bool = False
    """Step each parameter during backward; rules out gradient clipping."""


@dataclass(kw_only=True)
class LrScheduler:
    """How the learning rate warms up and decays."""

    warmup_steps: int = 200
    """Length of the linear warmup, in steps."""

    decay_ratio: float | None = None
    """Share of all steps spent decaying, in [0, 1]; None decays right after warmup."""

    decay_type: Literal["linear", "sqrt", "cosine"] = "linear"
    """Shape of the decay curve."""

    lr_min: float = 0.0
    """Floor of the learning rate, as a fraction of optimizer.lr."""


@dataclass(kw_only=True)
class Training:
    """Batches, data, parallel layout, precision and length of training."""

    batch_size: int = 8
    """Sequences per data-parallel rank and forward pass."""

    seq_len: int = 2048
    """Length of a training sequence, in tokens."""

    context_len: int = 2048
    """Upper bound on the length of one document in a sequence, in tokens."""

    varlen: bool = False
    """Feed packed sequences of varying length to the model."""

    gradient_accumulation_steps: int = 1
    """Forward and backward passes per optimizer step."""

    steps: int = 10000
    """Optimizer steps to train for."""

    max_norm: float = 1.0
    """Gradient norm above which gradients are clipped."""

    skip_nan_inf: bool = False
    """Drop an update whose gradients hold NaN or infinity."""

    dataset: str = field(default="HuggingFaceFW/fineweb-edu", metadata=_meta(type=None))
    """Dataset name or path; several are joined by commas."""

    dataset_name: str | None = field(default=None, metadata=_meta(type=None))
    """Dataset configuration, comma-separated like dataset; None takes the default one."""

    dataset_split: str | None = field(default=None, metadata=_meta(type=None))
    """Dataset split, comma-separated like dataset; None takes the train split."""

    data_dir: str | None = field(default=None, metadata=_meta(type=None))
    """Data directory, comma-separated like dataset; None lets the dataset decide."""

    data_files: str | None = field(default=None, metadata=_meta(type=None))
    """Data files, comma-separated like dataset; None lets the dataset decide."""

    data_probs: str | None = field(default=None, metadata=_meta(type=None))
    """Sampling probabilities, comma-separated like dataset; None mixes evenly."""

    streaming: bool = False
    """Read the dataset as a stream instead of downloading it first."""

    num_workers: int = 32
    """Data loading processes per rank; 0 loads in the training process."""

    prefetch_factor: int = 2
    """Batches that each loading process keeps ready."""

    data_parallel_replicate_degree: int = 1
    """Ranks that hold replicas of the weights; 1 means no replication."""

    data_parallel_shard_degree: int = -1
    """Ranks that shard the weights; -1 takes all ranks left over, 1 means no sharding."""

    enable_cpu_offload: bool = False
    """Keep parameters, gradients and optimizer state of FSDP in host memory."""

    tensor_parallel_degree: int = 1
    """Ranks that split each layer; 1 means no tensor parallelism."""

    disable_loss_parallel: bool = False
    """Compute the loss on gathered logits under tensor parallelism."""

    fsdp_reshard_after_forward: Literal["default", "always", "never"] = "default"
    """When FSDP frees gathered weights after forward; default chooses by layout."""

    mixed_precision_param: Literal["bfloat16", "float32"] = "bfloat16"
    """Data type of parameters in mixed precision."""

    mixed_precision_reduce: Literal["float32"] = "float32"
    """Data type of gradient reductions in mixed precision."""

    compile: bool = False
    """Compile the model before training."""

    gc_freq: int = 50
    """Distance between two Python garbage collections, in steps."""

    seed: int = 42
    """Base seed of every random number generator."""

    deterministic: bool = False
    """Prefer deterministic algorithms, even where they are slower."""


@dataclass(kw_only=True)
class Metrics:
    """What is logged, where and how often."""

    log_freq: int = 10
    """Distance between two log lines, in steps."""

    enable_tensorboard: bool = False
    """Write metrics for TensorBoard."""

    disable_color_printing: bool = False
    """Log without terminal colours."""

    save_tb_folder: str = "tb"
    """Folder for TensorBoard files, inside job.dump_folder."""

    save_for_all_ranks: bool = False
    """Write metrics on each rank instead of a single one."""

    enable_wandb: bool = False
    """Send metrics to Weights & Biases."""


@dataclass(kw_only=True)
class Experimental:
    """Pipeline and context parallelism, and other options that may still change."""

    enable_async_tensor_parallel: bool = False
    """Overlap tensor-parallel communication with compute; needs training.compile."""

    pipeline_parallel_degree: int = 1
    """Ranks in the pipeline; 1 means no pipeline parallelism."""

    pipeline_parallel_split_points: list[str] = field(
        default_factory=list, metadata=_meta(type=string_list, nargs="+")
    )
    """Comma-separated modules that each open a pipeline stage; empty splits nowhere."""

    pipeline_parallel_schedule: str = "1F1B"
    """Name of the pipeline schedule."""

    pipeline_parallel_schedule_csv: str = ""
    """Path of a CSV file with a pipeline schedule; empty means none."""

    pipeline_parallel_microbatches: int | None = None
    """Microbatches per batch; None uses one for each pipeline stage."""

    enable_compiled_autograd: bool = False
    """Compile the backward pass with compiled autograd."""

    context_parallel_degree: int = 1
    """Ranks that split each sequence; 1 means no context parallelism."""

    context_parallel_rotate_method: str = "allgather"
    """How ranks exchange keys and values under context parallelism."""

    custom_model_path: str = ""
    """Path or dotted name of a module with a model of your own; empty means none."""


@dataclass(kw_only=True)
class Checkpoint:
    """When checkpoints are saved and what is loaded at the start."""

    enable_checkpoint: bool = False
    """Save and load checkpoints."""

    folder: str = "checkpoint"
    """Folder for checkpoints, inside job.dump_folder."""

    initial_load_path: str | None = None
    """Checkpoint to start from while checkpoint.folder is empty; None starts afresh."""

    initial_load_model_weights_only: bool = field(
        default=True,
        metadata=_meta(
            action="store_true",
            companions=[
                {
                    "arg_names": ["--checkpoint." + "no_initial_load_model_weights_only"],
                    "action": "store_false",
                    "help": None,
                }
            ],
        ),
    )
    """Take only the weights of the initial checkpoint; the no_ flag takes all state."""

    interval: int = 500
    """Distance between two checkpoints, in steps."""

    last_save_model_weights_only: bool = False
    """Write only model weights in the final checkpoint."""

    export_dtype: Literal["float16", "bfloat16", "float32"] = "float32"
    """Data type of the weights in a final checkpoint of weights only."""

    create_seed_checkpoint: bool = False
    """Save the freshly initialized, unsharded model and stop; needs a single rank."""

    async_mode: str = "disabled"
    """How saving overlaps training: disabled, async or async_with_pinned_mem."""

    keep_latest_k: int = 0
    """Number of most recent checkpoints to keep; 0 keeps all, 1 is not allowed."""

    load_step: int = -1
    """Step whose checkpoint is loaded; -1 loads the most recent one."""

    exclude_from_loading: list[str] = field(
        default_factory=list, metadata=_meta(type=string_list, nargs="*")
    )
    """Comma-separated checkpoint entries to leave out when loading; empty loads all."""


@dataclass(kw_only=True)
class ActivationCheckpoint:
    """Recomputing activations to save memory."""

    mode: str = "selective"
    """Which activations are recomputed: none, selective or full."""

    selective_ac_option: str = "2"
    """For selective mode: a number n for each nth layer, or op for chosen operators."""


@dataclass(kw_only=True)
class ActivationOffload:
    """Moving activations to host memory."""

    mode: str = "none"
    """Which activations move to host memory: none or full."""


@dataclass(kw_only=True)
class Float8:
    """Training with float8 linear layers."""

    enable_fsdp_float8_all_gather: bool = False
    """Gather FSDP weights in float8; meant for tensorwise scaling."""

    precompute_float8_dynamic_scale_for_fsdp: bool = False
    """Compute all float8 scales of FSDP weights at once after each step."""

    force_recompute_fp8_weight_in_bwd: bool = False
    """Cast weights to float8 again in backward instead of keeping the forward copy."""

    recipe_name: Literal["tensorwise", "rowwise", "rowwise_with_gw_hp"] | None = None
    """Named float8 recipe; None takes the single float8 options."""


@dataclass(kw_only=True)
class Comm:
    """Timeouts and tracing of collective communication."""

    init_timeout_seconds: int = 300
    """Timeout of collectives up to the end of the first step, in seconds."""

    train_timeout_seconds: int = 100
    """Timeout of collectives once the first step is done, in seconds."""

    trace_buf_size: int = 20000
    """Entries in the flight recorder's ring buffer; 0 switches it off."""


@dataclass(kw_only=True)
class MemoryEstimation:
    """Estimating memory use before training."""

    enabled: bool = False
    """Estimate memory use instead of training."""

    disable_fake_mode: bool = False
    """Estimate with real tensors instead of fake ones."""


@dataclass(kw_only=True)
class FaultTolerance:
    """Training that survives the loss of replica groups."""

    enable: bool = False
    """Train under TorchFT, with replica groups that may come and go."""

    replica_id: int = 0
    """Identity of this replica group, counted from 0."""

    group_size: int = 0
    """Most replica groups that can take part; also divides the dataset."""

    min_replica_size: int = 1
    """Fewest replica groups that a step can go ahead with."""


SECTIONS: dict[str, type] = {
    "job": Job,
    "model": Model,
    "profiling": Profiling,
    "optimizer": Optimizer,
    "lr_scheduler": LrScheduler,
    "training": Training,
    "metrics": Metrics,
    "experimental": Experimental,
    "checkpoint": Checkpoint,
    "activation_checkpoint": ActivationCheckpoint,
    "activation_offload": ActivationOffload,
    "float8": Float8,
    "comm": Comm,
    "memory_estimation": MemoryEstimation,
    "fault_tolerance": FaultTolerance,
}
"""Every section by the name in its flags and in TOML, in the order of registration."""
