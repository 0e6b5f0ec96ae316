"""The hand-written parser of flame's training jobs, kept as it was.

This module is the control: it is sealed, and what it does is what every replacement has to do.
It runs without torch; the dtype table is resolved when it is first asked for.
"""

import argparse
import logging
import sys
from collections import defaultdict
from typing import Tuple

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

__all__ = ["TORCH_DTYPE_MAP", "JobConfig", "check_string_list_argument", "string_list"]

# torchtitan logs to the root logger.
logger = logging.getLogger()


def __getattr__(name):
    if name != "TORCH_DTYPE_MAP":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import torch

    table = {dtype: getattr(torch, dtype) for dtype in ("float16", "float32", "bfloat16")}
    globals()[name] = table
    return table


def string_list(raw_arg):
    """The words between commas, stripped; empty words are left out."""
    words = [word.strip() for word in raw_arg.split(",")]
    return [word for word in words if word]


def check_string_list_argument(args_dict: dict, fullargname: str):
    """Split the value that ``section.name`` names, in place, if it is still one text."""
    section, name = fullargname.split(".")
    if section not in args_dict or name not in args_dict[section]:
        return
    value = args_dict[section][name]
    if isinstance(value, str):
        args_dict[section][name] = string_list(value)


class JobConfig:
    """The configuration of one training job: defaults, then a TOML file, then the command line.

    A flag ``--training.steps`` is the key ``steps`` of the table ``[training]``, and after
    ``parse_args`` the attribute ``training.steps`` of this object.
    """

    def __init__(self):
        self.args_dict = None
        self.parser = argparse.ArgumentParser(description="Configuration of a flame training job.")

        # [job]
        self.parser.add_argument(
            "--job.config_file",
            type=str,
            default=None,
            help="Path of a TOML file whose tables override the defaults; None reads no file.",
        )
        self.parser.add_argument(
            "--job.dump_folder",
            type=str,
            default="./torchtitan/outputs",
            help="Folder that receives everything the job writes; created when missing.",
        )
        self.parser.add_argument(
            "--job.description",
            type=str,
            default="default job",
            help="Free text that says what this job is for.",
        )
        self.parser.add_argument(
            "--job.use_for_integration_test",
            action="store_true",
            help="Mark this configuration as part of the integration test suite.",
        )
        self.parser.add_argument(
            "--job.print_args",
            action="store_true",
            help="Ask the training script to print the resolved configuration.",
        )

        # [model]
        self.parser.add_argument(
            "--model.name",
            type=str,
            default="fla",
            help="Registered name of the model family to build.",
        )
        self.parser.add_argument(
            "--model.config",
            type=str,
            default="fla-hub/transformer-1.3B-100B",
            help="Hub name or path of the model configuration; must not be empty.",
        )
        self.parser.add_argument(
            "--model.tokenizer_path",
            type=str,
            default="fla-hub/transformer-1.3B-100B",
            help="Hub name or path of the tokenizer; must not be empty.",
        )
        self.parser.add_argument(
            "--model.converters",
            type=string_list,
            nargs="+",
            default=[],
            help="Comma-separated model converters, applied in this order; empty applies none.",
        )
        self.parser.add_argument(
            "--model.print_after_conversion",
            action="store_true",
            help="Print the model definition once every converter has run.",
        )

        # [profiling]
        self.parser.add_argument(
            "--profiling.enable_profiling",
            action="store_true",
            help="Record profiler traces while training.",
        )
        self.parser.add_argument(
            "--profiling.save_traces_folder",
            type=str,
            default="profile_traces",
            help="Folder for profiler traces, inside job.dump_folder.",
        )
        self.parser.add_argument(
            "--profiling.profile_freq",
            type=int,
            default=10,
            help="Distance between two profiler traces, in steps.",
        )
        self.parser.add_argument(
            "--profiling.enable_memory_snapshot",
            action="store_true",
            help="Record snapshots of device memory while training.",
        )
        self.parser.add_argument(
            "--profiling.save_memory_snapshot_folder",
            type=str,
            default="memory_snapshot",
            help="Folder for memory snapshots, inside job.dump_folder.",
        )

        # [optimizer]
        self.parser.add_argument(
            "--optimizer.name",
            type=str,
            default="AdamW",
            help="Class name of the optimizer.",
        )
        self.parser.add_argument(
            "--optimizer.eps",
            type=float,
            default=1e-08,
            help="Term added to the optimizer's denominator against division by zero.",
        )
        self.parser.add_argument(
            "--optimizer.lr",
            type=float,
            default=0.0008,
            help="Peak learning rate, reached when warmup ends.",
        )
        self.parser.add_argument(
            "--optimizer.beta1",
            type=float,
            default=0.9,
            help="Decay rate of the running mean of gradients, in [0, 1).",
        )
        self.parser.add_argument(
            "--optimizer.beta2",
            type=float,
            default=0.95,
            help="Decay rate of the running mean of squared gradients, in [0, 1).",
        )
        self.parser.add_argument(
            "--optimizer.weight_decay",
            type=float,
            default=0.1,
            help="Weight decay coefficient; 0 switches decay off.",
        )
        self.parser.add_argument(
            "--optimizer.implementation",
            type=str,
            default="fused",
            choices=["for-loop", "foreach", "fused"],
            help="Kernel variant: one fused kernel, batched foreach, or a plain for-loop.",
        )
        self.parser.add_argument(
            "--optimizer.early_step_in_backward",
            action="store_true",
            help="Step each parameter during backward; rules out gradient clipping.",
        )

        # [lr_scheduler]
        self.parser.add_argument(
            "--lr_scheduler.warmup_steps",
            type=int,
            default=200,
            help="Length of the linear warmup, in steps.",
        )
        self.parser.add_argument(
            "--lr_scheduler.decay_ratio",
            type=float,
            default=None,
            help="Share of all steps spent decaying, in [0, 1]; None decays right after warmup.",
        )
        self.parser.add_argument(
            "--lr_scheduler.decay_type",
            type=str,
            default="linear",
            choices=["linear", "sqrt", "cosine"],
            help="Shape of the decay curve.",
        )
        self.parser.add_argument(
            "--lr_scheduler.lr_min",
            type=float,
            default=0.0,
            help="Floor of the learning rate, as a fraction of optimizer.lr.",
        )

        # [training]
        self.parser.add_argument(
            "--training.batch_size",
            type=int,
            default=8,
            help="Sequences per data-parallel rank and forward pass.",
        )
        self.parser.add_argument(
            "--training.seq_len",
            type=int,
            default=2048,
            help="Length of a training sequence, in tokens.",
        )
        self.parser.add_argument(
            "--training.context_len",
            type=int,
            default=2048,
            help="Upper bound on the length of one document in a sequence, in tokens.",
        )
        self.parser.add_argument(
            "--training.varlen",
            action="store_true",
            help="Feed packed sequences of varying length to the model.",
        )
        self.parser.add_argument(
            "--training.gradient_accumulation_steps",
            type=int,
            default=1,
            help="Forward and backward passes per optimizer step.",
        )
        self.parser.add_argument(
            "--training.steps",
            type=int,
            default=10000,
            help="Optimizer steps to train for.",
        )
        self.parser.add_argument(
            "--training.max_norm",
            type=float,
            default=1.0,
            help="Gradient norm above which gradients are clipped.",
        )
        self.parser.add_argument(
            "--training.skip_nan_inf",
            action="store_true",
            help="Drop an update whose gradients hold NaN or infinity.",
        )
        self.parser.add_argument(
            "--training.dataset",
            default="HuggingFaceFW/fineweb-edu",
            help="Dataset name or path; several are joined by commas.",
        )
        self.parser.add_argument(
            "--training.dataset_name",
            default=None,
            help="Dataset configuration, comma-separated like dataset; None takes the default one.",
        )
        self.parser.add_argument(
            "--training.dataset_split",
            default=None,
            help="Dataset split, comma-separated like dataset; None takes the train split.",
        )
        self.parser.add_argument(
            "--training.data_dir",
            default=None,
            help="Data directory, comma-separated like dataset; None lets the dataset decide.",
        )
        self.parser.add_argument(
            "--training.data_files",
            default=None,
            help="Data files, comma-separated like dataset; None lets the dataset decide.",
        )
        self.parser.add_argument(
            "--training.data_probs",
            default=None,
            help="Sampling probabilities, comma-separated like dataset; None mixes evenly.",
        )
        self.parser.add_argument(
            "--training.streaming",
            action="store_true",
            help="Read the dataset as a stream instead of downloading it first.",
        )
        self.parser.add_argument(
            "--training.num_workers",
            type=int,
            default=32,
            help="Data loading processes per rank; 0 loads in the training process.",
        )
        self.parser.add_argument(
            "--training.prefetch_factor",
            type=int,
            default=2,
            help="Batches that each loading process keeps ready.",
        )
        self.parser.add_argument(
            "--training.data_parallel_replicate_degree",
            type=int,
            default=1,
            help="Ranks that hold replicas of the weights; 1 means no replication.",
        )
        self.parser.add_argument(
            "--training.data_parallel_shard_degree",
            type=int,
            default=-1,
            help="Ranks that shard the weights; -1 takes all ranks left over, 1 means no sharding.",
        )
        self.parser.add_argument(
            "--training.enable_cpu_offload",
            action="store_true",
            help="Keep parameters, gradients and optimizer state of FSDP in host memory.",
        )
        self.parser.add_argument(
            "--training.tensor_parallel_degree",
            type=int,
            default=1,
            help="Ranks that split each layer; 1 means no tensor parallelism.",
        )
        self.parser.add_argument(
            "--training.disable_loss_parallel",
            action="store_true",
            help="Compute the loss on gathered logits under tensor parallelism.",
        )
        self.parser.add_argument(
            "--training.fsdp_reshard_after_forward",
            type=str,
            default="default",
            choices=["default", "always", "never"],
            help="When FSDP frees gathered weights after forward; default chooses by layout.",
        )
        self.parser.add_argument(
            "--training.mixed_precision_param",
            type=str,
            default="bfloat16",
            choices=["bfloat16", "float32"],
            help="Data type of parameters in mixed precision.",
        )
        self.parser.add_argument(
            "--training.mixed_precision_reduce",
            type=str,
            default="float32",
            choices=["float32"],
            help="Data type of gradient reductions in mixed precision.",
        )
        self.parser.add_argument(
            "--training.compile",
            action="store_true",
            help="Compile the model before training.",
        )
        self.parser.add_argument(
            "--training.gc_freq",
            type=int,
            default=50,
            help="Distance between two Python garbage collections, in steps.",
        )
        self.parser.add_argument(
            "--training.seed",
            type=int,
            default=42,
            help="Base seed of every random number generator.",
        )
        self.parser.add_argument(
            "--training.deterministic",
            action="store_true",
            help="Prefer deterministic algorithms, even where they are slower.",
        )

        # [metrics]
        self.parser.add_argument(
            "--metrics.log_freq",
            type=int,
            default=10,
            help="Distance between two log lines, in steps.",
        )
        self.parser.add_argument(
            "--metrics.enable_tensorboard",
            action="store_true",
            help="Write metrics for TensorBoard.",
        )
        self.parser.add_argument(
            "--metrics.disable_color_printing",
            action="store_true",
            help="Log without terminal colours.",
        )
        self.parser.add_argument(
            "--metrics.save_tb_folder",
            type=str,
            default="tb",
            help="Folder for TensorBoard files, inside job.dump_folder.",
        )
        self.parser.add_argument(
            "--metrics.save_for_all_ranks",
            action="store_true",
            help="Write metrics on each rank instead of a single one.",
        )
        self.parser.add_argument(
            "--metrics.enable_wandb",
            action="store_true",
            help="Send metrics to Weights & Biases.",
        )

        # [experimental]
        self.parser.add_argument(
            "--experimental.enable_async_tensor_parallel",
            action="store_true",
            help="Overlap tensor-parallel communication with compute; needs training.compile.",
        )
        self.parser.add_argument(
            "--experimental.pipeline_parallel_degree",
            type=int,
            default=1,
            help="Ranks in the pipeline; 1 means no pipeline parallelism.",
        )
        self.parser.add_argument(
            "--experimental.pipeline_parallel_split_points",
            type=string_list,
            nargs="+",
            default=[],
            help="Comma-separated modules that each open a pipeline stage; empty splits nowhere.",
        )
        self.parser.add_argument(
            "--experimental.pipeline_parallel_schedule",
            type=str,
            default="1F1B",
            help="Name of the pipeline schedule.",
        )
        self.parser.add_argument(
            "--experimental.pipeline_parallel_schedule_csv",
            type=str,
            default="",
            help="Path of a CSV file with a pipeline schedule; empty means none.",
        )
        self.parser.add_argument(
            "--experimental.pipeline_parallel_microbatches",
            type=int,
            default=None,
            help="Microbatches per batch; None uses one for each pipeline stage.",
        )
        self.parser.add_argument(
            "--experimental.enable_compiled_autograd",
            action="store_true",
            help="Compile the backward pass with compiled autograd.",
        )
        self.parser.add_argument(
            "--experimental.context_parallel_degree",
            type=int,
            default=1,
            help="Ranks that split each sequence; 1 means no context parallelism.",
        )
        self.parser.add_argument(
            "--experimental.context_parallel_rotate_method",
            type=str,
            default="allgather",
            help="How ranks exchange keys and values under context parallelism.",
        )
        self.parser.add_argument(
            "--experimental.custom_model_path",
            type=str,
            default="",
            help="Path or dotted name of a module with a model of your own; empty means none.",
        )

        # [checkpoint]
        self.parser.add_argument(
            "--checkpoint.enable_checkpoint",
            action="store_true",
            help="Save and load checkpoints.",
        )
        self.parser.add_argument(
            "--checkpoint.folder",
            type=str,
            default="checkpoint",
            help="Folder for checkpoints, inside job.dump_folder.",
        )
        self.parser.add_argument(
            "--checkpoint.initial_load_path",
            type=str,
            default=None,
            help="Checkpoint to start from while checkpoint.folder is empty; None starts afresh.",
        )
        self.parser.add_argument(
            "--checkpoint.initial_load_model_weights_only",
            action="store_true",
            default=True,
            help="Take only the weights of the initial checkpoint; the no_ flag takes all state.",
        )
        self.parser.add_argument(
            "--checkpoint." + "no_initial_load_model_weights_only",
            dest="checkpoint.initial_load_model_weights_only",
            action="store_false",
        )
        self.parser.add_argument(
            "--checkpoint.interval",
            type=int,
            default=500,
            help="Distance between two checkpoints, in steps.",
        )
        self.parser.add_argument(
            "--checkpoint.last_save_model_weights_only",
            action="store_true",
            help="Write only model weights in the final checkpoint.",
        )
        self.parser.add_argument(
            "--checkpoint.export_dtype",
            type=str,
            default="float32",
            choices=["float16", "bfloat16", "float32"],
            help="Data type of the weights in a final checkpoint of weights only.",
        )
        self.parser.add_argument(
            "--checkpoint.create_seed_checkpoint",
            action="store_true",
            help="Save the freshly initialized, unsharded model and stop; needs a single rank.",
        )
        self.parser.add_argument(
            "--checkpoint.async_mode",
            type=str,
            default="disabled",
            help="How saving overlaps training: disabled, async or async_with_pinned_mem.",
        )
        self.parser.add_argument(
            "--checkpoint.keep_latest_k",
            type=int,
            default=0,
            help="Number of most recent checkpoints to keep; 0 keeps all, 1 is not allowed.",
        )
        self.parser.add_argument(
            "--checkpoint.load_step",
            type=int,
            default=-1,
            help="Step whose checkpoint is loaded; -1 loads the most recent one.",
        )
        self.parser.add_argument(
            "--checkpoint.exclude_from_loading",
            type=string_list,
            nargs="*",
            default=[],
            help="Comma-separated checkpoint entries to leave out when loading; empty loads all.",
        )

        # [activation_checkpoint]
        self.parser.add_argument(
            "--activation_checkpoint.mode",
            type=str,
            default="selective",
            help="Which activations are recomputed: none, selective or full.",
        )
        self.parser.add_argument(
            "--activation_checkpoint.selective_ac_option",
            type=str,
            default="2",
            help="For selective mode: a number n for each nth layer, or op for chosen operators.",
        )

        # [activation_offload]
        self.parser.add_argument(
            "--activation_offload.mode",
            type=str,
            default="none",
            help="Which activations move to host memory: none or full.",
        )

        # [float8]
        self.parser.add_argument(
            "--float8.enable_fsdp_float8_all_gather",
            action="store_true",
            help="Gather FSDP weights in float8; meant for tensorwise scaling.",
        )
        self.parser.add_argument(
            "--float8." + "precompute_float8_dynamic_scale_for_fsdp",
            action="store_true",
            help="Compute all float8 scales of FSDP weights at once after each step.",
        )
        self.parser.add_argument(
            "--float8." + "force_recompute_fp8_weight_in_bwd",
            action="store_true",
            help="Cast weights to float8 again in backward instead of keeping the forward copy.",
        )
        self.parser.add_argument(
            "--float8.recipe_name",
            type=str,
            default=None,
            choices=["tensorwise", "rowwise", "rowwise_with_gw_hp"],
            help="Named float8 recipe; None takes the single float8 options.",
        )

        # [comm]
        self.parser.add_argument(
            "--comm.init_timeout_seconds",
            type=int,
            default=300,
            help="Timeout of collectives up to the end of the first step, in seconds.",
        )
        self.parser.add_argument(
            "--comm.train_timeout_seconds",
            type=int,
            default=100,
            help="Timeout of collectives once the first step is done, in seconds.",
        )
        self.parser.add_argument(
            "--comm.trace_buf_size",
            type=int,
            default=20000,
            help="Entries in the flight recorder's ring buffer; 0 switches it off.",
        )

        # [memory_estimation]
        self.parser.add_argument(
            "--memory_estimation.enabled",
            action="store_true",
            help="Estimate memory use instead of training.",
        )
        self.parser.add_argument(
            "--memory_estimation.disable_fake_mode",
            action="store_true",
            help="Estimate with real tensors instead of fake ones.",
        )

        # [fault_tolerance]
        self.parser.add_argument(
            "--fault_tolerance.enable",
            action="store_true",
            help="Train under TorchFT, with replica groups that may come and go.",
        )
        self.parser.add_argument(
            "--fault_tolerance.replica_id",
            type=int,
            default=0,
            help="Identity of this replica group, counted from 0.",
        )
        self.parser.add_argument(
            "--fault_tolerance.group_size",
            type=int,
            default=0,
            help="Most replica groups that can take part; also divides the dataset.",
        )
        self.parser.add_argument(
            "--fault_tolerance.min_replica_size",
            type=int,
            default=1,
            help="Fewest replica groups that a step can go ahead with.",
        )

    def to_dict(self):
        return self.args_dict

    def parse_args(self, args_list: list = sys.argv[1:]):
        args, cmd_args = self.parse_args_from_command_line(args_list)
        args_dict = self._args_to_two_level_dict(args)

        config_file = getattr(args, "job.config_file", None)
        if config_file is not None:
            try:
                with open(config_file, "rb") as toml_file:
                    for section, table in tomllib.load(toml_file).items():
                        args_dict[section] |= table
            except (FileNotFoundError, tomllib.TOMLDecodeError) as error:
                logger.exception("Error while loading the configuration file: %s", config_file)
                logger.exception("Error details: %s", error)
                raise

        # TOML may give a list as one comma-separated text.
        for fullargname in self._get_string_list_argument_names():
            check_string_list_argument(args_dict, fullargname)

        for section, table in self._args_to_two_level_dict(cmd_args).items():
            args_dict[section].update(table)

        self.args_dict = args_dict
        for section, table in args_dict.items():
            section_class = type(section.title(), (), table)
            setattr(self, section, section_class())
        self._validate_config()

    def _args_to_two_level_dict(self, args: argparse.Namespace) -> defaultdict:
        two_levels = defaultdict(defaultdict)
        for dest, value in vars(args).items():
            section, name = dest.split(".", 1)
            two_levels[section][name] = value
        return two_levels

    def _validate_config(self) -> None:
        assert self.model.config
        assert self.model.tokenizer_path

    def _get_string_list_argument_names(self) -> list:
        """The dests of all flags whose converter is ``string_list``."""
        return [action.dest for action in self.parser._actions if action.type is string_list]

    def parse_args_from_command_line(
        self, args_list
    ) -> Tuple[argparse.Namespace, argparse.Namespace]:
        """Everything with its default, and beside it only what the command line says."""
        args = self.parser.parse_args(args_list)
        string_lists = set(self._get_string_list_argument_names())

        # The second parser has no defaults, so it yields only what was really given.
        aux_parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
        for dest, value in vars(args).items():
            if isinstance(value, bool):
                action = "store_true" if value else "store_false"
                aux_parser.add_argument("--" + dest, action=action)
            elif dest in string_lists:
                aux_parser.add_argument("--" + dest, type=string_list)
            else:
                aux_parser.add_argument("--" + dest, type=type(value))
        cmd_args, _ = aux_parser.parse_known_args(args_list)
        return args, cmd_args
